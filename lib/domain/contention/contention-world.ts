import type { Known, ObjectCondition } from "../world";
import type { Taint } from "../capacity/capacity-world";
import type { PodRules } from "./pod-rules";

/**
 * What an analysis of a cold start looks at, as plain values: read from a cluster, or from files that
 * `kubectl get -o json` wrote. CPU in cores, memory in bytes, times in epoch milliseconds; null is "not told".
 */
export interface ContentionWorld {
  readonly node: Known<ContendedNode>;
  readonly pod: Known<ContendedPod>;
  /** Kept for an hour by default: that there is none proves nothing. */
  readonly event: Known<PodEvent>;
  readonly replicaSet: Known<ReplicaSetFacts>;
  readonly deployment: Known<DeploymentFacts>;
  readonly horizontalAutoscaler: Known<HorizontalAutoscaler>;
  /** autoscaling.k8s.io, which a cluster may do without. */
  readonly verticalAutoscaler: Known<VerticalAutoscaler>;
  /** What it writes of itself. That it writes nothing proves nothing: others that add nodes leave no such note. */
  readonly clusterAutoscaler: Known<ClusterAutoscaler>;
  /** metrics.k8s.io. */
  readonly nodeUsage: Known<{
    readonly name: string;
    readonly cpu: number | null;
    readonly memory: number | null;
  }>;
  readonly podUsage: Known<{
    readonly namespace: string;
    readonly name: string;
    readonly cpu: number | null;
    readonly memory: number | null;
  }>;
}

export interface ContendedNode {
  readonly name: string;
  readonly allocatableCpu: number | null;
  readonly allocatableMemory: number | null;
  /** false also where its kubelet fell silent (Unknown); null: its status says nothing of it. */
  readonly isReady: boolean | null;
  /** When that was told to have changed last; null: not told. */
  readonly readyChangedAtMs: number | null;
  readonly isCordoned: boolean;
  readonly taints: readonly Taint[];
  readonly conditions: readonly ObjectCondition[];
  readonly labels: Readonly<Record<string, string>>;
}

export type Qos = "Guaranteed" | "Burstable" | "BestEffort";

export interface ContendedPod extends PodRules {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Its controller; null where it has none. */
  readonly owner: { readonly kind: string; readonly name: string; readonly uid: string } | null;
  readonly nodeName: string | null;
  readonly phase: string;
  /** Of the pod: Evicted, NodeLost, …; null where none is given. */
  readonly statusReason: string | null;
  /** What goes with that reason. */
  readonly statusMessage: string | null;
  readonly createdAtMs: number | null;
  readonly scheduledAtMs: number | null;
  readonly deletingAtMs: number | null;
  /** When its deletion was asked for: that time less the grace that it was given; null: not told, or it stays. */
  readonly deletionBeganAtMs: number | null;
  /** Condition DisruptionTarget: what takes it away (EvictionByEvictionAPI, …), and since when; null: nothing. */
  readonly disruption: { readonly reason: string | null; readonly atMs: number | null } | null;
  /** One of its containers has a rule that restarts all of them when it exits (restartPolicyRules). */
  readonly restartsTogether: boolean;
  readonly isReady: boolean | null;
  /** When it became Ready last; null while it is not, or where that is not told. */
  readonly readySinceMs: number | null;
  readonly conditions: readonly ObjectCondition[];
  readonly qos: Qos | null;
  /** What the scheduler counts for it; 0: it asks for none, which is no "not told". */
  readonly requestCpu: number | null;
  readonly requestMemory: number | null;
  readonly isLauncher: boolean;
  readonly isManaged: boolean;
  readonly terminationGraceSeconds: number | null;
  readonly containers: readonly ContendedContainer[];
}

export interface ContendedContainer {
  readonly name: string;
  /** sidecar: an init container with restartPolicy Always. */
  readonly role: "app" | "init" | "sidecar";
  readonly image: string | null;
  /** null: it asks for none, or for what is no quantity. */
  readonly requestCpu: number | null;
  readonly limitCpu: number | null;
  readonly requestMemory: number | null;
  readonly limitMemory: number | null;
  /** null: the status does not tell it, which is not 0. */
  readonly restarts: number | null;
  readonly isReady: boolean | null;
  readonly state: ContainerState | null;
  /** The end before this one; a kubelet keeps only the latest. */
  readonly lastEnd: ContainerEnd | null;
  readonly liveness: ProbeRule | null;
  readonly readiness: ProbeRule | null;
  readonly startup: ProbeRule | null;
  /**
   * Environment variables that tell how a JVM is run (JAVA_TOOL_OPTIONS, JAVA_OPTS, …), with their values; null: the
   * value comes from elsewhere (valueFrom).
   */
  readonly env: Readonly<Record<string, string | null>>;
}

export type ContainerState =
  | { readonly kind: "running"; readonly startedAtMs: number | null }
  | { readonly kind: "waiting"; readonly reason: string | null; readonly message: string | null }
  | { readonly kind: "terminated"; readonly end: ContainerEnd };

export interface ContainerEnd {
  readonly exitCode: number | null;
  readonly signal: number | null;
  readonly reason: string | null;
  readonly message: string | null;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
}

/** A probe with Kubernetes' defaults filled in, seconds. */
export interface ProbeRule {
  readonly initialDelaySeconds: number;
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
  /** Of the probe itself; null: the pod's grace counts. */
  readonly terminationGraceSeconds: number | null;
  /** The check itself as it is written (httpGet, tcpSocket, exec or grpc); null: none is told. */
  readonly handler: Readonly<Record<string, unknown>> | null;
}

/** An event about a pod (core/v1 or events.k8s.io/v1). */
export interface PodEvent {
  readonly namespace: string;
  readonly podName: string;
  readonly podUid: string | null;
  /** "spec.containers{app}" -> "app"; null where it names none. */
  readonly container: string | null;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly firstAtMs: number | null;
  readonly lastAtMs: number | null;
}

export interface ReplicaSetFacts {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** Name of the Deployment that owns it; null: none does. */
  readonly deployment: string | null;
  /** Annotation deployment.kubernetes.io/revision. */
  readonly revision: number | null;
  readonly createdAtMs: number | null;
  readonly replicas: number | null;
  readonly readyReplicas: number | null;
  /** What a pod of its template asks for, 0: nothing; null: not told or no quantity. */
  readonly requestCpu: number | null;
  /** The same by container. */
  readonly containerCpu: Readonly<Record<string, number | null>>;
}

export interface DeploymentFacts {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly replicas: number | null;
  readonly availableReplicas: number | null;
  /** As written: "25%" or a number; null where the strategy is no rolling update. */
  readonly maxUnavailable: string | number | null;
  readonly maxSurge: string | number | null;
  readonly strategy: string | null;
  readonly conditions: readonly ObjectCondition[];
}

/** A HorizontalPodAutoscaler. */
export interface HorizontalAutoscaler {
  readonly namespace: string;
  readonly name: string;
  /** The Deployment that it scales; null: something else. */
  readonly target: string | null;
  readonly minReplicas: number | null;
  readonly maxReplicas: number | null;
  readonly currentReplicas: number | null;
}

/** A VerticalPodAutoscaler (autoscaling.k8s.io/v1). */
export interface VerticalAutoscaler {
  readonly namespace: string;
  readonly name: string;
  /** The Deployment whose pods it sizes; null: something else. */
  readonly target: string | null;
  /** Off, Initial, Recreate, InPlaceOrRecreate, Auto, or what came later. */
  readonly updateMode: string;
  /** One for each container that it has an opinion of; none until it has seen enough. */
  readonly recommendations: readonly CpuRecommendation[];
}
/** Cores; null: not told. */
export interface CpuRecommendation {
  readonly container: string;
  readonly target: number | null;
  /** Below it a pod is changed. */
  readonly lowerBound: number | null;
}

/** The status that the cluster autoscaler keeps in a ConfigMap. */
export interface ClusterAutoscaler {
  /** Running, Initializing; null where its release does not say. */
  readonly state: string | null;
  /** Of the whole cluster: NoActivity, InProgress, …; null: not told. */
  readonly scaleUp: string | null;
  /** When it wrote this; a quiet one may not write for hours. */
  readonly writtenAtMs: number | null;
  readonly groups: readonly NodeGroup[];
}
export interface NodeGroup {
  readonly name: string;
  /** Nodes that it is to have, and the most that it may have. */
  readonly target: number | null;
  readonly most: number | null;
  /** NoActivity, InProgress, Backoff, …; null: not told. */
  readonly scaleUp: string | null;
}
