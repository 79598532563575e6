import type { Controller } from "../world";
import { claimBinding } from "./claim-binding";
import { claimProtection } from "./claim-protection";
import { cpuShare } from "./containers/cpu-share";
import { dataVolume } from "./data-volume";
import { eventExpiry } from "./event-expiry";
import { garbageCollector } from "./garbage-collector";
import { guest } from "./guest";
import { cronJob } from "./jobs/cron-job";
import { job } from "./jobs/job";
import { jobTracking } from "./jobs/job-tracking";
import { kubelet } from "./kubelet";
import { namespaceLifecycle } from "./namespace-lifecycle";
import { nodeHeartbeat } from "./node-heartbeat";
import { nodeLifecycle } from "./node-lifecycle";
import { resourceQuota } from "./resource-quota";
import { deployment } from "./workloads/deployment";
import { replicaSet } from "./workloads/replica-set";
import { scheduler } from "./scheduler";
import { ttlAfterFinished } from "./ttl";
import { virtualMachine } from "./virtual-machine";
import { virtualMachineInstance } from "./virtual-machine-instance";

/** Every controller, in the order in which they look at a change. */
export const CONTROLLERS: readonly Controller[] = [
  nodeHeartbeat,
  nodeLifecycle,
  cronJob,
  job,
  jobTracking,
  ttlAfterFinished,
  garbageCollector,
  claimBinding,
  claimProtection,
  dataVolume,
  virtualMachine,
  virtualMachineInstance,
  guest,
  deployment,
  replicaSet,
  scheduler,
  kubelet,
  cpuShare,
  resourceQuota,
  namespaceLifecycle,
  eventExpiry,
];
