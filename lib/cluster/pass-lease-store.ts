import { passLeaseName } from "@/lib/domain/names";
import { collectionPath, objectPath, RESOURCES } from "./api-paths";
import type { ApiClient } from "./api-request";
import type { NewPassLease, PassLease } from "./cluster";
import { ClusterError } from "./cluster-error";
import { PASS_NUMBER_ANNOTATION, passLease } from "./manifests/pass-lease";
import { readObject } from "./read-object";
import { record, text } from "./translate/fields";

/** null where there is none. A Lease of the name without a readable number throws "incomplete": it is not zero. */
export async function readPassLease(
  api: ApiClient,
  namespace: string,
  installationId: string,
  signal?: AbortSignal,
): Promise<PassLease | null> {
  const ref = { namespace, name: passLeaseName(installationId) };
  const lease = await readObject(api, RESOURCES.lease, ref, signal);
  if (lease === null) return null;
  const metadata = record(lease.metadata);
  const written = text(record(metadata.annotations)[PASS_NUMBER_ANNOTATION]);
  const resourceVersion = text(metadata.resourceVersion);
  if (!/^\d{1,15}$/.test(written) || resourceVersion === "") {
    throw new ClusterError("incomplete", 200, `The Lease ${ref.name} has no readable pass number`);
  }
  return { number: Number(written), resourceVersion };
}

/** Throws "conflict" where another has written or made it since it was read. */
export async function writePassLease(
  api: ApiClient,
  lease: NewPassLease,
  signal?: AbortSignal,
): Promise<void> {
  const body = passLease(lease);
  try {
    if (lease.resourceVersion === null) {
      const path = collectionPath(RESOURCES.lease, lease.namespace);
      await api.send({ method: "POST", path, body, signal });
    } else {
      const path = objectPath(RESOURCES.lease, lease.namespace, body.metadata.name);
      await api.send({ method: "PUT", path, body, signal });
    }
  } catch (error) {
    if (error instanceof ClusterError && error.code === "already-exists") {
      throw new ClusterError("conflict", error.status, error.message);
    }
    throw error;
  }
}
