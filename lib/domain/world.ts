import type { ItemFailure } from "./session";

/**
 * What a look at the cluster found, kind by kind. A kind is *known* (read whole, all pages, in every namespace that we
 * use), *unknown* (failed, cut short, timed out) or *absent* (discovery says that its API is not installed).
 */
export interface World {
  readonly vm: Known<VmObject>;
  readonly vmi: Known<VmiObject>;
  readonly pod: Known<PodObject>;
  readonly job: Known<JobObject>;
  readonly service: Known<ClusterObject>;
  readonly networkPolicy: Known<ClusterObject>;
  readonly node: Known<NodeObject>;
  /** Only words come of it: no direction judges by it, so it is none of WORLD_KINDS. */
  readonly dataVolume: Known<DataVolumeObject>;
  /** API requests it took. */
  readonly requests: number;
}
export const WORLD_KINDS = ["vm", "vmi", "pod", "job", "service", "networkPolicy", "node"] as const;
export type WorldKind = (typeof WORLD_KINDS)[number];
export type Knowledge = "known" | "unknown" | "absent";

export type Known<T> =
  /** `dateMs`: the Date header of the answer that listed them: ages of objects are told against it. */
  | { readonly state: "known"; readonly items: readonly T[]; readonly dateMs: number }
  | { readonly state: "unknown"; readonly failure: ItemFailure }
  | { readonly state: "absent" };

export interface ClusterObject {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly createdAtMs: number;
  /** metadata.deletionTimestamp, or null. */
  readonly deletingAtMs: number | null;
  readonly finalizers: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly owners: readonly ObjectOwner[];
}
export interface ObjectOwner {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly isController: boolean;
}
export interface VmObject extends ClusterObject {
  /** status.printableStatus, as it is written: "Running", "ErrorUnschedulable" … "" when unset. */
  readonly printableStatus: string;
  readonly conditions: readonly ObjectCondition[];
  readonly runStrategy: string | null;
}
export interface VmiObject extends ClusterObject {
  readonly phase: string;
  readonly nodeName: string | null;
  readonly address: string | null;
  readonly runningAtMs: number | null;
  readonly isReady: boolean;
  readonly isAgentConnected: boolean;
  readonly conditions: readonly ObjectCondition[];
}
/** CDI's copy of a disk, which becomes a claim. */
export interface DataVolumeObject extends ClusterObject {
  /** "Pending", "CloneInProgress", "Succeeded", "Failed" … "" when unset. */
  readonly phase: string;
  readonly conditions: readonly ObjectCondition[];
}
export interface PodObject extends ClusterObject {
  readonly phase: string;
  readonly nodeName: string | null;
  readonly address: string | null;
  /** When it became Ready, or the start of its last container where Ready is not known. */
  readonly runningAtMs: number | null;
  readonly isReady: boolean;
  /** label kubevirt.io=virt-launcher */
  readonly isLauncher: boolean;
  readonly conditions: readonly ObjectCondition[];
  /** Waiting reason of a container (ErrImagePull …), the pod's own status.reason, or null. */
  readonly waitingReason: string | null;
  readonly statusReason: string | null;
  readonly image: string | null;
}
export interface JobObject extends ClusterObject {
  readonly activeDeadlineSeconds: number | null;
  readonly startTimeMs: number | null;
  /** It has a condition FailureTarget, Failed or Complete, or is being deleted: it guards nothing more. */
  readonly isFinishing: boolean;
  /** Annotation curfew.dev/machines; null where missing or not a whole number from 1 to 8. */
  readonly machineCount: number | null;
}
export interface NodeObject {
  readonly name: string;
  readonly isReady: boolean;
}
export interface ObjectCondition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
}
