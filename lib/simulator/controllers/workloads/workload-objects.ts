import type { Condition, KubeObject, Pod } from "../../objects";

export interface PodTemplate {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: Partial<Pod["spec"]>;
}
interface WorkloadStatus {
  observedGeneration?: number;
  replicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  conditions?: Condition[];
}

export interface ReplicaSet extends KubeObject {
  spec: {
    replicas?: number;
    selector: { matchLabels?: Record<string, string> };
    template: PodTemplate;
    [key: string]: unknown;
  };
  status?: WorkloadStatus & { fullyLabeledReplicas?: number };
}

export interface Deployment extends KubeObject {
  spec: ReplicaSet["spec"] & {
    paused?: boolean;
    strategy?: {
      type?: string;
      rollingUpdate?: { maxSurge?: number | string; maxUnavailable?: number | string };
    };
  };
  status?: WorkloadStatus & { updatedReplicas?: number; unavailableReplicas?: number };
}
