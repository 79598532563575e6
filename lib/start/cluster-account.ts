import type { KubeObject } from "@/deploy/render-chart";
import { type ApiResource, collectionPath, objectPath } from "@/lib/cluster/api-paths";
import { ApiClient } from "@/lib/cluster/api-request";
import { ClusterError } from "@/lib/cluster/cluster-error";
import { isAllowed } from "@/lib/cluster/doctor-reads";
import { loadKubeConfig } from "@/lib/cluster/kube-config";
import { accountObjects, accountTokenPath, type Namespaces } from "@/lib/cluster/test-account";
import { becomesTrue } from "./os-processes";

/** The product's ServiceAccount in a cluster that was there before the tests. */
export interface ClusterAccount {
  /** null: it could not be made, for which `problem` has the reason. */
  readonly token: string | null;
  readonly problem: string | null;
  /** Removes what is not in the run's namespaces, and goes with these. */
  remove(): Promise<void>;
}

const CALL_MS = 15_000;
const TOKEN_SECONDS = 4 * 3600;
/** An API server learns of new Roles by a watch of its own. */
const EFFECT_MS = 30_000;
const LABELS = { "curfew.dev/made-for": "tests" };

interface Placed {
  readonly resource: ApiResource;
  readonly namespace: string | null;
  readonly object: KubeObject;
}
interface Stored {
  readonly metadata: { readonly uid: string; readonly labels?: Readonly<Record<string, string>> };
}

/**
 * Makes the account of the chart with its Roles and bindings, and asks for a token of it. Where the caller may not, it
 * leaves nothing behind and says so. Throws ClusterError, and Error where a role of that name is somebody else's.
 */
export async function makeAccount(kubeconfig: string, namespaces: Namespaces): Promise<ClusterAccount> {
  const api = new ApiClient(loadKubeConfig({ path: kubeconfig }), CALL_MS);
  const made: (Placed & { readonly uid: string })[] = [];
  const isElsewhere = ({ namespace }: Placed) => !Object.values(namespaces).some((own) => own === namespace);
  const remove = async (all = false) => {
    await Promise.all(made.filter((each) => all || isElsewhere(each)).map((each) => removeOne(api, each)));
  };
  try {
    for (const object of accountObjects(namespaces)) {
      const placed = placeOf(object);
      made.push({ ...placed, uid: await create(api, placed) });
    }
    const token = await askForToken(api, namespaces);
    await takesEffect(kubeconfig, token, namespaces);
    return { token, problem: null, remove };
  } catch (error) {
    await remove(true);
    if (!(error instanceof ClusterError && error.code === "forbidden")) throw error;
    return { token: null, problem: error.message, remove: async () => undefined };
  }
}

function placeOf(object: KubeObject): Placed {
  const { apiVersion, kind, metadata } = object;
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const resource = { group, version, plural: `${kind.toLowerCase()}s` };
  const labels = { ...metadata.labels, ...LABELS };
  return {
    resource,
    namespace: metadata.namespace ?? null,
    object: { ...object, metadata: { ...metadata, labels } },
  };
}

/** One that a run of ours has left, which was killed, is made anew: a binding cannot be changed. */
async function create(api: ApiClient, placed: Placed): Promise<string> {
  const send = async () => {
    const path = collectionPath(placed.resource, placed.namespace);
    const { body } = await api.send({ method: "POST", path, body: placed.object });
    return (body as Stored).metadata.uid;
  };
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ClusterError && error.code === "already-exists")) throw error;
  }
  const { kind, metadata } = placed.object;
  const path = objectPath(placed.resource, placed.namespace, metadata.name);
  const { body } = await api.send({ method: "GET", path });
  const { uid, labels = {} } = (body as Stored).metadata;
  if (!Object.entries(LABELS).every(([key, value]) => labels[key] === value))
    throw new Error(
      `The ${kind} ${metadata.name} on ${api.server} was not made by these tests: it is left alone.`,
    );
  await removeOne(api, { ...placed, uid });
  return send();
}

async function removeOne(api: ApiClient, { resource, namespace, object, uid }: Placed & { uid: string }) {
  const path = objectPath(resource, namespace, object.metadata.name);
  const body = { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid } };
  try {
    await api.send({ method: "DELETE", path, body });
  } catch (error) {
    const isGone = error instanceof ClusterError && ["not-found", "uid-mismatch"].includes(error.code);
    if (!isGone) throw error;
  }
}

async function askForToken(api: ApiClient, namespaces: Namespaces): Promise<string> {
  const asked = {
    ...{ apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest" },
    spec: { expirationSeconds: TOKEN_SECONDS },
  };
  const { body } = await api.send({ method: "POST", path: accountTokenPath(namespaces), body: asked });
  return (body as { status: { token: string } }).status.token;
}

/** The last thing that was bound, and the first. */
async function takesEffect(kubeconfig: string, token: string, { vm }: Namespaces): Promise<void> {
  const config = loadKubeConfig({ path: kubeconfig });
  config.users = config.users.map(({ name }) => ({ name, token }));
  const api = new ApiClient(config, CALL_MS);
  const may = (resource: string, namespace: string | null) =>
    isAllowed(api, { group: "", resource, verb: "list", namespace, name: null });
  const both = async () => (await may("nodes", null)) && (await may("services", vm));
  if (!(await becomesTrue(both, EFFECT_MS, 200)))
    throw new Error("The Roles of the product's account do not take effect.");
}
