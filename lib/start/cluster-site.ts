import { randomBytes } from "node:crypto";
import { collectionPath, objectPath, RESOURCES } from "@/lib/cluster/api-paths";
import { ApiClient } from "@/lib/cluster/api-request";
import { ClusterError } from "@/lib/cluster/cluster-error";
import { hasApiGroup } from "@/lib/cluster/discovery";
import { loadKubeConfig } from "@/lib/cluster/kube-config";
import type { TestSite } from "@/lib/cluster/test-site";
import { LABEL, MANAGED_BY } from "@/lib/domain/labels";
import { makeAccount } from "./cluster-account";
import { becomesTrue } from "./os-processes";

export interface ClusterSite extends TestSite {
  /** Why it runs with the caller's own rights; null: it has an account of its own. */
  readonly accountProblem: string | null;
  /** Host and port of the API server. */
  readonly server: string;
  /** Removes these namespaces with all that is in them; tells which of them still end. */
  remove(): Promise<string[]>;
}

const CALL_MS = 15_000;
/** Kubernetes empties a namespace before it lets it go; what KubeVirt runs has its grace period. */
const REMOVAL_MS = 120_000;
const LABELS = { [LABEL.managedBy]: MANAGED_BY, "curfew.dev/made-for": "tests" };

/**
 * Makes three namespaces of a random name in the cluster of a kubeconfig, for one run of the tests, and the product's
 * account with its Roles.
 * @throws Error with a sentence where one of them is there already and is not ours; ClusterError where a call fails.
 * Then nothing is left behind.
 */
export async function makeClusterSite(
  kubeconfig: string,
  name = `curfew-test-${randomBytes(4).toString("hex")}`,
): Promise<ClusterSite> {
  const api = new ApiClient(loadKubeConfig({ path: kubeconfig }), CALL_MS);
  const hasKubevirt = await hasApiGroup(api, RESOURCES.vm.group);
  const made: Made[] = [];
  const namespaces = { vm: name, pod: `${name}-pods`, app: `${name}-app` };
  try {
    for (const each of Object.values(namespaces)) made.push(await makeNamespace(api, each));
    const account = await makeAccount(kubeconfig, namespaces);
    return {
      ...{ kubeconfig, namespace: namespaces.vm, podNamespace: namespaces.pod, hasKubevirt },
      ...{
        appNamespace: namespaces.app,
        server: api.server,
        token: account.token,
        accountProblem: account.problem,
      },
      async remove() {
        await account.remove();
        return removeAll(api, made);
      },
    };
  } catch (error) {
    await removeAll(api, made);
    throw error;
  }
}

interface Made {
  readonly name: string;
  readonly uid: string;
}
interface Namespace {
  readonly metadata: { readonly uid: string; readonly labels?: Readonly<Record<string, string>> };
}

async function makeNamespace(api: ApiClient, name: string): Promise<Made> {
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name, labels: LABELS } };
  try {
    const answer = await api.send({ method: "POST", path: collectionPath(RESOURCES.namespace, null), body });
    return { name, uid: (answer.body as Namespace).metadata.uid };
  } catch (error) {
    if (!(error instanceof ClusterError && error.code === "already-exists")) throw error;
  }
  const { body: found } = await api.send({
    method: "GET",
    path: objectPath(RESOURCES.namespace, null, name),
  });
  const { uid, labels = {} } = (found as Namespace).metadata;
  if (Object.entries(LABELS).every(([key, value]) => labels[key] === value)) return { name, uid };
  throw new Error(
    `The namespace ${name} on ${api.server} is there already and was not made by these tests: nothing is done in it.`,
  );
}

async function removeAll(api: ApiClient, made: readonly Made[]): Promise<string[]> {
  await Promise.all(made.map((each) => removeNamespace(api, each)));
  const left = async () => {
    const found = await Promise.all(
      made.map(async (each) => ((await isThere(api, each)) ? each.name : null)),
    );
    return found.filter((name) => name !== null);
  };
  await becomesTrue(async () => (await left()).length === 0, REMOVAL_MS, 500);
  return left();
}

/** By UID: what has the name by now may be somebody else's. */
async function removeNamespace(api: ApiClient, { name, uid }: Made): Promise<void> {
  const body = { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid } };
  try {
    await api.send({ method: "DELETE", path: objectPath(RESOURCES.namespace, null, name), body });
  } catch (error) {
    const isGone = error instanceof ClusterError && ["not-found", "uid-mismatch"].includes(error.code);
    if (!isGone) throw error;
  }
}

async function isThere(api: ApiClient, { name, uid }: Made): Promise<boolean> {
  try {
    const { body } = await api.send({ method: "GET", path: objectPath(RESOURCES.namespace, null, name) });
    return (body as Namespace).metadata.uid === uid;
  } catch (error) {
    if (error instanceof ClusterError && error.code === "not-found") return false;
    throw error;
  }
}
