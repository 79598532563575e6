import type { NewInitSecret } from "../cluster";
import { type Manifest, ownedMetadata } from "./manifest";

/** Key under which KubeVirt looks for cloud-init, and file name of it in a lab pod. */
const USER_DATA_KEY = "userdata";

/** cloud-init of one machine. JSON is YAML: serialising the object leaves no way to smuggle a line in. */
export function initSecret(secret: NewInitSecret): Manifest {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: ownedMetadata(secret),
    type: "Opaque",
    stringData: { [USER_DATA_KEY]: `#cloud-config\n${JSON.stringify(secret.cloudConfig, null, 1)}\n` },
  };
}
