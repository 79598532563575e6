import type { CapacityWorld } from "@/lib/domain/capacity/capacity-world";
import type { ContentionWorld } from "@/lib/domain/contention/contention-world";
import type { ContainerRef, LastLines } from "@/lib/domain/contention/last-lines";
import type { Cleaners, Guards } from "@/lib/domain/backstops";
import type { CronJobFacts } from "@/lib/domain/doctor";
import type { EgressRule, LabSpec, MachineKind } from "@/lib/domain/lab";
import type { World, WorldKind } from "@/lib/domain/world";
import type { ClusterObject } from "@/lib/domain/world";
import type { GuardRefs } from "./read-guards";
import type { ClusterView } from "./view/cluster-view";

/**
 * The cluster in the product's words. One implementation (`kubernetes-cluster.ts`) is on @kubernetes/client-node; no
 * type of that SDK is seen here. Every call has a time-out of 8 s, ends at once when `signal` aborts, and throws
 * ClusterError only. 429 and 503 with Retry-After are waited out within the call's own time.
 */
export interface Cluster {
  /** UID of a namespace. Errors: ClusterError (notFound where it does not exist). */
  namespaceUid(namespace: string, signal?: AbortSignal): Promise<string>;
  /** One look at every kind, side by side, whole or unknown, 15 s in all. Never throws. */
  readWorld(signal?: AbortSignal): Promise<World>;
  /** Only the kinds that take seats: vm, vmi, pod; the others come back as unknown "not-asked". Never throws. */
  readMachines(signal?: AbortSignal): Promise<World>;
  /** Quotas, nodes, pods, claims and metrics, each whole, unknown or absent, 15 s in all. Never throws. */
  readCapacityWorld(signal?: AbortSignal): Promise<CapacityWorld>;
  /** Nodes, pods, events, workloads and metrics of the whole cluster, each whole, unknown or absent. Never throws. */
  readContentionWorld(signal?: AbortSignal): Promise<ContentionWorld>;
  /** What a container wrote last before its last end: at most 20 lines. Never throws. */
  readLastLines(ref: ContainerRef, signal?: AbortSignal): Promise<LastLines>;
  /** GET by name of a VM (and its VMI) or lab pod, in the words of the pass. */
  readMachine(ref: MachineRef, signal?: AbortSignal): Promise<MachineReading>;
  readJob(ref: NamedRef, signal?: AbortSignal): Promise<JobReading | null>;

  /** The Job and the machines of one session by name; null: all of our namespaces. Each whole or unknown. Never throws. */
  readGuards(of: GuardRefs | null, signal?: AbortSignal): Promise<Guards>;
  /** Which controllers of others delete by a mark on the object, and run. Never throws. */
  readCleaners(signal?: AbortSignal): Promise<Cleaners>;

  createDeadlineJob(job: NewDeadlineJob, signal?: AbortSignal): Promise<{ uid: string }>;
  createNetworkPolicy(policy: NewSessionPolicy, signal?: AbortSignal): Promise<{ uid: string }>;
  createGroupService(service: NewOwned, signal?: AbortSignal): Promise<{ uid: string }>;
  createInitSecret(secret: NewInitSecret, signal?: AbortSignal): Promise<{ uid: string }>;
  createMachine(machine: NewMachine, signal?: AbortSignal): Promise<{ uid: string }>;

  /** Raises (or lowers) activeDeadlineSeconds of a session's Job, as seconds from its startTime. */
  patchDeadline(job: NamedRef & { readonly seconds: number }, signal?: AbortSignal): Promise<void>;
  /** PUT …/start of a stopped VM. */
  startMachine(ref: NamedRef, signal?: AbortSignal): Promise<void>;

  /**
   * Deletes one object. 404 is success ("gone"); an object that already is being deleted is "terminating". With `uid`
   * a precondition is sent: 409 throws ClusterError code "uid-mismatch". A Job is always deleted in the background.
   */
  deleteObject(ref: DeleteRef, signal?: AbortSignal): Promise<DeleteOutcome>;

  /** Is the standing NetworkPolicy curfew-default-deny there, covering ingress and egress of every session's pod? */
  hasDefaultDeny(namespace: string, signal?: AbortSignal): Promise<boolean>;
  /** Does discovery know kubevirt.io? */
  hasKubevirt(signal?: AbortSignal): Promise<boolean>;

  /** Whose token is this, for that audience? null: the cluster does not know it, or not for the audience. */
  reviewToken(
    asked: { readonly token: string; readonly audience: string },
    signal?: AbortSignal,
  ): Promise<TokenHolder | null>;

  /** Does RBAC let this account do that? */
  isAllowed(question: PermissionQuestion, signal?: AbortSignal): Promise<boolean>;
  /** null: there is no such CronJob. */
  readCronJob(ref: NamedRef, signal?: AbortSignal): Promise<CronJobFacts | null>;

  /** The pass counter kept in the Lease curfew-<installation>; null where there is no such Lease. */
  readPassLease(namespace: string, installationId: string, signal?: AbortSignal): Promise<PassLease | null>;
  /** Writes it (made if missing). Conditional on `resourceVersion` when a Lease was read; 409 throws "conflict". */
  writePassLease(lease: NewPassLease, signal?: AbortSignal): Promise<void>;

  /** One picture of the cluster for all pages of this process. Begins with its first read. */
  readonly view: ClusterView;
  /** Whose cluster objects are ours. */
  readonly owner: { readonly environment: string; readonly installationId: string };
  /** Namespaces it works in: the VM namespace, and the pod namespace where another is set. */
  readonly namespaces: readonly string[];
  /** Requests sent since this object was made. */
  readonly requestCount: number;
  /** Host of the API server, for health and messages. */
  readonly server: string;
}

export interface NamedRef {
  readonly namespace: string;
  readonly name: string;
}
export interface MachineRef extends NamedRef {
  readonly kind: MachineKind;
}
export type ObjectKind = Exclude<WorldKind, "node"> | "secret";
export interface DeleteRef extends NamedRef {
  readonly kind: ObjectKind;
  readonly uid?: string;
  readonly signal?: never;
}
export type DeleteOutcome = "accepted" | "terminating" | "gone";

/** `gone`: 404, or a pod in phase Succeeded/Failed. For a VM both the VM and the VMI must be gone. */
export type MachineReading =
  | { readonly state: "gone" }
  | {
      readonly state: "present";
      /** What bears the name: "vmi" only where its VM is gone. */
      readonly kind: "vm" | "vmi" | "pod";
      readonly object: ClusterObject;
      readonly nodeName: string | null;
    };
export interface JobReading {
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly startTimeMs: number | null;
  readonly activeDeadlineSeconds: number | null;
  readonly isFinishing: boolean;
}

/** Labels that every object of a session bears, on itself and on its template. */
export interface SessionIdentity {
  readonly sessionId: string;
  readonly environment: string;
  readonly installationId: string;
}
export interface NewDeadlineJob extends NamedRef {
  readonly identity: SessionIdentity;
  readonly activeDeadlineSeconds: number;
  readonly machineCount: number;
}
/** An object owned by the session's deadline Job from its creation. */
export interface NewOwned extends NamedRef {
  readonly identity: SessionIdentity;
  readonly owner: { readonly name: string; readonly uid: string };
}
export interface NewSessionPolicy extends NewOwned {
  readonly egress: readonly EgressRule[];
  readonly accessPort: number | null;
  readonly accessCidrs: readonly string[];
  readonly isGroup: boolean;
}
export interface NewInitSecret extends NewOwned {
  /** cloud-config as an object; the builder serialises it. */
  readonly cloudConfig: Readonly<Record<string, unknown>>;
}
export interface NewMachine extends NewOwned {
  readonly index: number;
  readonly spec: LabSpec;
  readonly secretName: string | null;
  /** A pod carries the session's own deadline; it cannot be raised. Seconds from its start. */
  readonly activeDeadlineSeconds: number;
  readonly groupServiceName: string | null;
}
export interface TokenHolder {
  /** As the cluster names it: `system:serviceaccount:<namespace>:<name>`. */
  readonly userName: string;
}
export interface PermissionQuestion {
  /** "" for the core group. */
  readonly group: string;
  /** Plural; a subresource as `virtualmachines/start`. */
  readonly resource: string;
  readonly verb: string;
  /** null: in the whole cluster. */
  readonly namespace: string | null;
  /** null: of any object. */
  readonly name: string | null;
}
export interface PassLease {
  readonly number: number;
  readonly resourceVersion: string;
}
export interface NewPassLease {
  readonly namespace: string;
  readonly installationId: string;
  readonly number: number;
  readonly resourceVersion: string | null;
  readonly nowMs: number;
  /** Labels of ours on the Lease. */
  readonly environment: string;
}
