import type { Known, ObjectCondition } from "../world";
import type { KubevirtRelease } from "./charge";
import type { Nano, Quantity } from "./quantity";
import type { PodTraits, Quota } from "./quota";

/** What the capacity page looks at: kind by kind known, unknown or absent, as in the world of a pass. */
export interface CapacityWorld {
  /** Of our namespaces. */
  readonly quota: Known<Quota>;
  readonly claim: Known<Claim>;
  /** Of the whole cluster, for nodes are shared. */
  readonly node: Known<CapacityNode>;
  readonly pod: Known<CapacityPod>;
  readonly lease: Known<NodeLease>;
  /** metrics.k8s.io; absent where no metrics server is installed. */
  readonly nodeUsage: Known<NodeUsage>;
  readonly podUsage: Known<PodUsage>;
  /** null: no KubeVirt, or it did not tell. */
  readonly kubevirtRelease: KubevirtRelease | null;
  /** vCPUs sold per core, as the KubeVirt object has it; null: no such object, or it could not be read. */
  readonly cpuAllocationRatio: number | null;
  /** In which a disk is made that names no class; null: the cluster has none, or it could not be read. */
  readonly defaultStorageClass: string | null;
}

export interface CapacityNode {
  readonly name: string;
  readonly allocatable: Readonly<Record<string, Quantity>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly isReady: boolean;
  readonly isCordoned: boolean;
  readonly taints: readonly Taint[];
  readonly conditions: readonly ObjectCondition[];
  /** Annotation kubevirt.io/heartbeat. */
  readonly heartbeatAtMs: number | null;
}
export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}
export interface CapacityPod {
  readonly namespace: string;
  readonly name: string;
  readonly nodeName: string | null;
  readonly phase: string;
  readonly deletingAtMs: number | null;
  /** What a quota and a node count for it; null where an amount of it is no quantity. */
  readonly requests: Readonly<Record<string, Nano>> | null;
  readonly limits: Readonly<Record<string, Nano>> | null;
  readonly traits: PodTraits;
  readonly qos: "Guaranteed" | "Burstable" | "BestEffort";
  readonly priority: number;
  readonly isLauncher: boolean;
  readonly isManaged: boolean;
  /** The label that a session's pods bear. */
  readonly sessionId: string | null;
  /** Names of the claims that it mounts. */
  readonly claims: readonly string[];
}
export interface NodeLease {
  readonly node: string;
  readonly renewedAtMs: number;
}
export interface NodeUsage {
  readonly name: string;
  readonly cpu: Nano;
  readonly memory: Nano;
}
export interface PodUsage extends NodeUsage {
  readonly namespace: string;
}
/** A PersistentVolumeClaim. */
export interface Claim {
  readonly namespace: string;
  readonly name: string;
  readonly phase: string;
  readonly size: Quantity | null;
  readonly storageClass: string | null;
  readonly deletingAtMs: number | null;
  readonly finalizers: readonly string[];
  /** Owned by something (a VM, a DataVolume of one): it dies with it, and is no golden volume. */
  readonly isOwned: boolean;
}
