import { DEFAULT_DENY_POLICY } from "@/lib/domain/names";
import type { WorldKind } from "@/lib/domain/world";
import { collectionPath, objectPath, RESOURCES } from "./api-paths";
import { ApiClient, type AroundCall, type FailedCall } from "./api-request";
import { isDefaultDeny } from "./check-default-deny";
import type { Cluster, NamedRef, NewMachine } from "./cluster";
import { ClusterError } from "./cluster-error";
import { deleteObject } from "./delete-object";
import { hasApiGroup } from "./discovery";
import { isAllowed, readCronJob } from "./doctor-reads";
import { type KubeconfigSource, loadKubeConfig } from "./kube-config";
import { deadlineJob } from "./manifests/deadline-job";
import { groupService } from "./manifests/group-service";
import { initSecret } from "./manifests/init-secret";
import { labPod } from "./manifests/lab-pod";
import type { Manifest } from "./manifests/manifest";
import { sessionPolicy } from "./manifests/session-policy";
import { virtualMachine } from "./manifests/virtual-machine";
import { readCapacityWorld } from "./read-capacity-world";
import { readAllGuards, readCleaners, readGuards } from "./read-guards";
import { readContentionWorld } from "./read-contention-world";
import { readLastLines } from "./read-last-lines";
import { readPassLease, writePassLease } from "./pass-lease-store";
import { readJob, readMachine, readObject } from "./read-object";
import { readWorld } from "./read-world";
import { reviewToken } from "./review-token";
import { record, text } from "./translate/fields";
import { openClusterView } from "./view/cluster-view";
import type { ViewTimes } from "./view/kind-view";

export interface ClusterOptions {
  readonly kubeconfig: KubeconfigSource;
  readonly vmNamespace: string;
  /** Where lab pods run; null: in the VM namespace. */
  readonly podNamespace: string | null;
  readonly environment: string;
  readonly installationId: string;
  /** One call, waits included, ms. */
  readonly callTimeoutMs?: number;
  /** A whole look at the cluster, ms. */
  readonly worldTimeoutMs?: number;
  /** Objects a page of a list. */
  readonly pageSize?: number;
  /** Times of the view; those left out are its own. */
  readonly view?: Partial<ViewTimes>;
  /** Ends the view. */
  readonly signal?: AbortSignal;
  /** Told of each call that failed. */
  readonly onFailure?: (failure: FailedCall) => void;
  readonly aroundCall?: AroundCall;
}

const CALL_TIMEOUT_MS = 8000;
const WORLD_TIMEOUT_MS = 15_000;
const SEAT_KINDS: readonly WorldKind[] = ["vm", "vmi", "pod"];

/** The cluster on @kubernetes/client-node. Opening sends nothing. Errors: a sentence about the kubeconfig. */
export function openCluster(options: ClusterOptions): Cluster {
  const timeoutMs = options.callTimeoutMs ?? CALL_TIMEOUT_MS;
  const api = new ApiClient(
    loadKubeConfig(options.kubeconfig),
    timeoutMs,
    options.onFailure,
    options.aroundCall,
  );
  const namespaces = [...new Set([options.vmNamespace, options.podNamespace ?? options.vmNamespace])];
  const look = {
    namespaces,
    pageSize: options.pageSize,
    timeoutMs: options.worldTimeoutMs ?? WORLD_TIMEOUT_MS,
  };
  return {
    readWorld: (signal) => readWorld(api, { ...look, signal }),
    readMachines: (signal) => readWorld(api, { ...look, signal, kinds: SEAT_KINDS }),
    readCapacityWorld: (signal) => readCapacityWorld(api, { ...look, signal }),
    readContentionWorld: (signal) => readContentionWorld(api, { ...look, signal }),
    readLastLines: (ref, signal) => readLastLines(api, ref, signal),
    readMachine: (ref, signal) => readMachine(api, ref, signal),
    readJob: (ref, signal) => readJob(api, ref, signal),
    readGuards: (of, signal) =>
      of === null ? readAllGuards(api, { ...look, signal }) : readGuards(api, of, signal),
    readCleaners: (signal) => readCleaners(api, { ...look, signal }),
    namespaceUid: (namespace, signal) => namespaceUid(api, namespace, signal),
    hasDefaultDeny: (namespace, signal) => hasDefaultDeny(api, namespace, signal),
    hasKubevirt: (signal) => hasApiGroup(api, RESOURCES.vm.group, { signal }),
    createDeadlineJob: (job, signal) => create(api, "job", () => deadlineJob(job), signal),
    createNetworkPolicy: (policy, signal) =>
      create(api, "networkPolicy", () => sessionPolicy(policy), signal),
    createGroupService: (service, signal) => create(api, "service", () => groupService(service), signal),
    createInitSecret: (secret, signal) => create(api, "secret", () => initSecret(secret), signal),
    createMachine: (machine, signal) => createMachine(api, machine, signal),
    patchDeadline: ({ seconds, ...ref }, signal) => patchDeadline(api, ref, seconds, signal),
    startMachine: (ref, signal) => startMachine(api, ref, signal),
    deleteObject: (ref, signal) => deleteObject(api, ref, signal),
    reviewToken: (asked, signal) => reviewToken(api, asked, signal),
    isAllowed: (question, signal) => isAllowed(api, question, signal),
    readCronJob: (ref, signal) => readCronJob(api, ref, signal),
    readPassLease: (namespace, id, signal) => readPassLease(api, namespace, id, signal),
    writePassLease: (lease, signal) => writePassLease(api, lease, signal),
    view: openClusterView(api, {
      ...options.view,
      ...{ namespaces, pageSize: options.pageSize, signal: options.signal },
    }),
    namespaces,
    owner: { environment: options.environment, installationId: options.installationId },
    server: api.server,
    get requestCount() {
      return api.tally.requests;
    },
  };
}

async function create(
  api: ApiClient,
  kind: "vm" | "pod" | "job" | "networkPolicy" | "service" | "secret",
  build: () => Manifest,
  signal?: AbortSignal,
): Promise<{ uid: string }> {
  const manifest = built(build);
  const path = collectionPath(RESOURCES[kind], manifest.metadata.namespace);
  const { body } = await api.send({ method: "POST", path, body: manifest, signal });
  const uid = text(record(record(body).metadata).uid);
  if (uid === "") throw new ClusterError("incomplete", 201, "The created object has no UID");
  return { uid };
}

/** A builder refuses what must never be sent: that is a refusal like the API server's own. */
function built(build: () => Manifest): Manifest {
  try {
    return build();
  } catch (error) {
    throw new ClusterError(
      "invalid",
      null,
      error instanceof Error ? error.message : "The object cannot be built",
    );
  }
}

function createMachine(api: ApiClient, machine: NewMachine, signal?: AbortSignal): Promise<{ uid: string }> {
  return machine.spec.kind === "vm"
    ? create(api, "vm", () => virtualMachine(machine), signal)
    : create(api, "pod", () => labPod(machine), signal);
}

async function namespaceUid(api: ApiClient, namespace: string, signal?: AbortSignal): Promise<string> {
  const path = objectPath(RESOURCES.namespace, null, namespace);
  const { body } = await api.send({ method: "GET", path, signal });
  const uid = text(record(record(body).metadata).uid);
  if (uid === "") throw new ClusterError("incomplete", 200, "The namespace has no UID");
  return uid;
}

async function hasDefaultDeny(api: ApiClient, namespace: string, signal?: AbortSignal): Promise<boolean> {
  const ref = { namespace, name: DEFAULT_DENY_POLICY };
  const policy = await readObject(api, RESOURCES.networkPolicy, ref, signal);
  return policy !== null && isDefaultDeny(policy);
}

async function patchDeadline(
  api: ApiClient,
  ref: NamedRef,
  seconds: number,
  signal?: AbortSignal,
): Promise<void> {
  await api.send({
    method: "PATCH",
    path: objectPath(RESOURCES.job, ref.namespace, ref.name),
    contentType: "application/merge-patch+json",
    body: { spec: { activeDeadlineSeconds: seconds } },
    signal,
  });
}

/** JSON alone in Accept is answered with 406. A VM that runs already answers 409, which is what was wanted. */
async function startMachine(api: ApiClient, ref: NamedRef, signal?: AbortSignal): Promise<void> {
  const resource = { ...RESOURCES.vm, group: "subresources.kubevirt.io" };
  const path = `${objectPath(resource, ref.namespace, ref.name)}/start`;
  try {
    await api.send({ method: "PUT", path, accept: "application/json, */*", body: {}, signal });
  } catch (error) {
    const isRunning = error instanceof ClusterError && / VM is already running/.test(error.message);
    if (!isRunning) throw error;
  }
}
