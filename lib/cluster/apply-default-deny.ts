import { collectionPath } from "./api-paths";
import { ApiClient } from "./api-request";
import { ClusterError } from "./cluster-error";
import { type KubeconfigSource, loadKubeConfig } from "./kube-config";
import { defaultDenyPolicy } from "./manifests/default-deny";

const TIMEOUT_MS = 8000;

/**
 * Puts the standing NetworkPolicy into a namespace, for the demo and the tests; one that is there is left as it is.
 * The app itself never writes it: that is the operator's act. Throws ClusterError.
 */
export async function applyDefaultDeny(source: KubeconfigSource, namespace: string): Promise<void> {
  const api = new ApiClient(loadKubeConfig(source), TIMEOUT_MS);
  const resource = { group: "networking.k8s.io", version: "v1", plural: "networkpolicies" };
  try {
    await api.send({
      method: "POST",
      path: collectionPath(resource, namespace),
      body: defaultDenyPolicy(namespace),
    });
  } catch (error) {
    if (!(error instanceof ClusterError && error.code === "already-exists")) throw error;
  }
}
