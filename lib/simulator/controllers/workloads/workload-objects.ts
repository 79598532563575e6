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

export interface Job extends KubeObject {
  spec: {
    parallelism?: number;
    completions?: number;
    suspend?: boolean;
    backoffLimit?: number;
    activeDeadlineSeconds?: number;
    ttlSecondsAfterFinished?: number;
    [key: string]: unknown;
  };
  status: {
    startTime?: string;
    completionTime?: string;
    active?: number;
    succeeded?: number;
    failed?: number;
    conditions?: Condition[];
    [key: string]: unknown;
  };
}

export interface CronJob extends KubeObject {
  spec: {
    schedule: string;
    timeZone?: string;
    startingDeadlineSeconds?: number;
    concurrencyPolicy?: string;
    suspend?: boolean;
    successfulJobsHistoryLimit?: number;
    failedJobsHistoryLimit?: number;
    jobTemplate: {
      metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
      spec: Job["spec"];
    };
  };
  status: {
    active?: { kind: string; namespace?: string; name: string; uid: string; apiVersion: string }[];
    lastScheduleTime?: string;
    lastSuccessfulTime?: string;
  };
}
