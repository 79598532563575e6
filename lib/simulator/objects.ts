import type { ManagedEntry } from "./apply/managed-fields";
import type { Affinity, SpreadConstraint } from "./placement";

/** The shapes that the simulator reads and writes; whatever it does not touch passes through as it came. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: Metadata;
  spec?: unknown;
  status?: unknown;
  [key: string]: unknown;
}

export interface Metadata {
  name: string;
  namespace?: string;
  uid: string;
  resourceVersion: string;
  generateName?: string;
  generation?: number;
  creationTimestamp: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  /** Of objects that somebody has applied: who owns which fields. */
  managedFields?: ManagedEntry[];
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface Condition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  lastProbeTime?: string | null;
  lastTransitionTime?: string | null;
  lastHeartbeatTime?: string;
}

export interface Resources {
  requests?: Record<string, string | number>;
  limits?: Record<string, string | number>;
}

export interface Container {
  name: string;
  image?: string;
  restartPolicy?: string;
  resources?: Resources;
  [key: string]: unknown;
}

export interface Taint {
  key: string;
  value?: string;
  effect: string;
  timeAdded?: string;
}

export interface Toleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

export interface Volume {
  name: string;
  persistentVolumeClaim?: { claimName: string };
  dataVolume?: { name: string };
  containerDisk?: { image: string };
  [key: string]: unknown;
}

export interface Pod extends KubeObject {
  spec: {
    containers: Container[];
    initContainers?: Container[];
    nodeName?: string;
    nodeSelector?: Record<string, string>;
    tolerations?: Toleration[];
    affinity?: Affinity;
    topologySpreadConstraints?: SpreadConstraint[];
    schedulingGates?: { name: string }[];
    terminationGracePeriodSeconds?: number;
    activeDeadlineSeconds?: number;
    restartPolicy?: string;
    volumes?: Volume[];
    [key: string]: unknown;
  };
  status: {
    phase: string;
    reason?: string;
    message?: string;
    startTime?: string;
    podIP?: string;
    conditions?: Condition[];
    initContainerStatuses?: ContainerStatus[];
    containerStatuses?: ContainerStatus[];
    [key: string]: unknown;
  };
}

interface Ended {
  exitCode: number;
  reason: string;
  startedAt: string;
  finishedAt: string;
}

export interface ContainerStatus {
  name: string;
  state: {
    waiting?: { reason: string; message?: string };
    running?: { startedAt: string };
    terminated?: Ended;
  };
  lastState?: { terminated?: Ended };
  ready: boolean;
  started?: boolean;
  restartCount: number;
  [key: string]: unknown;
}

export interface Node extends KubeObject {
  spec: { unschedulable?: boolean; taints?: Taint[]; [key: string]: unknown };
  status: { allocatable: Record<string, string>; conditions: Condition[]; [key: string]: unknown };
}

export interface GuestSpec {
  domain: {
    cpu?: { cores?: number; sockets?: number; threads?: number; [key: string]: unknown };
    memory?: { guest?: string | number };
    resources?: Resources;
    devices?: { autoattachGraphicsDevice?: boolean; disks?: { name: string }[]; [key: string]: unknown };
    [key: string]: unknown;
  };
  volumes?: Volume[];
  nodeSelector?: Record<string, string>;
  tolerations?: Toleration[];
  affinity?: Affinity;
  topologySpreadConstraints?: SpreadConstraint[];
  terminationGracePeriodSeconds?: number;
  [key: string]: unknown;
}

export interface VirtualMachine extends KubeObject {
  spec: {
    runStrategy?: string;
    running?: boolean;
    template: {
      metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
      spec: GuestSpec;
    };
    dataVolumeTemplates?: { metadata: { name: string }; spec: DataVolume["spec"] }[];
  };
  status?: {
    printableStatus?: string;
    runStrategy?: string;
    conditions?: Condition[];
    stateChangeRequests?: { action: string; uid?: string }[];
    startFailure?: { consecutiveFailCount: number; lastFailedVMIUID: string; retryAfterTimestamp: string };
    [key: string]: unknown;
  };
}

export interface VirtualMachineInstance extends KubeObject {
  spec: GuestSpec;
  status: {
    phase: string;
    nodeName?: string;
    conditions?: Condition[];
    phaseTransitionTimestamps?: { phase: string; phaseTransitionTimestamp: string }[];
    activePods?: Record<string, string>;
    [key: string]: unknown;
  };
}

export interface DataVolume extends KubeObject {
  spec: {
    source?: { pvc?: { namespace: string; name: string }; [key: string]: unknown };
    storage?: ClaimSpec;
    pvc?: ClaimSpec;
  };
  status?: { phase?: string; progress?: string; conditions?: Condition[]; [key: string]: unknown };
}

export interface ClaimSpec {
  accessModes?: string[];
  resources?: Resources;
  storageClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}

export interface Claim extends KubeObject {
  spec: ClaimSpec;
  status: { phase: string; [key: string]: unknown };
}

export interface ResourceQuota extends KubeObject {
  spec?: { hard?: Record<string, string>; scopes?: string[] };
  status: { hard?: Record<string, string>; used?: Record<string, string> };
}

export interface Lease extends KubeObject {
  spec: { holderIdentity?: string; leaseDurationSeconds?: number; renewTime?: string; acquireTime?: string };
}

export interface EventObject extends KubeObject {
  involvedObject: {
    kind: string;
    namespace?: string;
    name: string;
    uid?: string;
    apiVersion?: string;
    resourceVersion?: string;
    fieldPath?: string;
  };
  reason: string;
  message: string;
  type: string;
  count: number;
  source: { component?: string; host?: string };
  firstTimestamp: string | null;
  lastTimestamp: string | null;
}
