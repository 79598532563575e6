import { writeFileSync } from "node:fs";
import path from "node:path";

export interface KubeAccess {
  readonly server: string;
  /** The certificate of the authority that vouches for the server, in PEM. */
  readonly ca: string;
  readonly token: string;
  /** Where commands that name no namespace go; `default` unless given. */
  readonly namespace?: string;
}

/** Writes `kubeconfig` into a folder, for its owner alone, and answers the file. JSON is YAML too, so kubectl reads it. */
export function writeKubeconfig(folder: string, { server, ca, token, namespace }: KubeAccess): string {
  const file = path.resolve(folder, "kubeconfig");
  const name = "simulated";
  const cluster = { server, "certificate-authority-data": Buffer.from(ca).toString("base64") };
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name, namespace } }],
    "current-context": name,
  };
  writeFileSync(file, JSON.stringify(config, null, 2), { mode: 0o600 });
  return file;
}
