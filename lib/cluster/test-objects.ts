import { vi } from "vitest";
import { type ApiResource, collectionPath, objectPath, RESOURCES } from "./api-paths";
import type { Upstream } from "./test-upstream";

export interface TestObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly uid?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly [field: string]: unknown;
}

/** What is in a cluster, seen and changed past the code that is tested and past the faults ordered for it. */
export interface TestObjects {
  list(resource: ApiResource, namespace: string): Promise<TestObject[]>;
  put(resource: ApiResource, namespace: string, object: TestObject): Promise<void>;
  /** 404 is fine. `left`: what it owns is left to itself. */
  remove(resource: ApiResource, namespace: string, name: string, owned?: "removed" | "left"): Promise<void>;
  /** Removes all that tests make in a namespace and waits until it is gone. */
  clear(namespace: string): Promise<void>;
}

export const QUOTA: ApiResource = { group: "", version: "v1", plural: "resourcequotas" };
const MADE: readonly ApiResource[] = [
  ...[RESOURCES.vm, RESOURCES.vmi, RESOURCES.job, RESOURCES.pod, RESOURCES.service],
  ...[RESOURCES.networkPolicy, RESOURCES.secret, RESOURCES.lease, QUOTA],
];
/** A guest that shuts down has its grace period. */
const CLEAR_MS = 120_000;

export function openObjects(upstream: Upstream): TestObjects {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await upstream.send({
      ...{ method, path, headers: { accept: "application/json", "content-type": "application/json" } },
      body: body === undefined ? "" : JSON.stringify(body),
    });
    if (answer.status >= 300 && answer.status !== 404) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
    }
    return answer;
  };
  const list: TestObjects["list"] = async (resource, namespace) => {
    const { status, body } = await call("GET", collectionPath(resource, namespace));
    // The collection of an API that is not installed.
    if (status === 404) return [];
    return (JSON.parse(body.toString()) as { items: TestObject[] }).items;
  };
  const remove: TestObjects["remove"] = async (resource, namespace, name, owned = "removed") => {
    const propagationPolicy = owned === "left" ? "Orphan" : "Background";
    // No kubelet may be there to end a pod in its own time.
    const grace = resource === RESOURCES.pod ? { gracePeriodSeconds: 0 } : {};
    const options = { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy, ...grace };
    await call("DELETE", objectPath(resource, namespace, name), options);
  };
  const left = async (namespace: string) => {
    const lists = await Promise.all(
      MADE.map(async (resource) => (await list(resource, namespace)).map((object) => ({ resource, object }))),
    );
    return lists.flat().filter(({ object }) => !isOfKubernetes(object));
  };
  return {
    list,
    remove,
    put: async (resource, namespace, object) =>
      void (await call("POST", collectionPath(resource, namespace), object)),
    clear: (namespace) =>
      vi.waitFor(
        async () => {
          const found = await left(namespace);
          for (const { resource, object } of found) await remove(resource, namespace, object.metadata.name);
          if (found.length > 0) throw new Error(`${namespace} still holds ${found.length} objects`);
        },
        { timeout: CLEAR_MS, interval: 250 },
      ),
  };
}

/** A token that an old cluster makes for each service account comes back whenever it is removed. */
function isOfKubernetes({ type }: TestObject): boolean {
  return type === "kubernetes.io/service-account-token";
}
