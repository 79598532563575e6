import { sessionLabels } from "../labels";
import { jobName, machineName, secretName } from "../names";
import type { LabSpec } from "../lab";
import type { ReapHistory, ReapInput, ReapPolicy } from "../reap-types";
import type { LabSession, SessionMachine } from "../session";
import type {
  ClusterObject,
  JobObject,
  Known,
  NodeObject,
  PodObject,
  VmiObject,
  VmObject,
  World,
} from "../world";

/** Samples for tests: a quiet world of one environment, in which every test changes what it is about. */
export const MIN = 60_000;
export const NOW = Date.parse("2026-12-01T10:00:00.000Z");
export const NS = "labs";
export const OWNER = { environment: "test", installationId: "inst-1" };

export const SPEC: LabSpec = {
  kind: "vm",
  image: "registry.lab/linux@sha256:" + "a".repeat(64),
  cpus: 2,
  memoryMiB: 4096,
  machineCount: 1,
  disk: { type: "none" },
  ephemeralMiB: 1024,
  cloudInit: {},
  access: { protocol: "ssh", port: 22, user: "student", template: "ssh {user}@{address} -p {port}" },
  egress: [],
  capabilities: [],
  graceSeconds: 5,
};

export const POLICY: ReapPolicy = {
  ...OWNER,
  launchLimitMs: 10 * MIN,
  brakeFloor: 3,
  brakeShare: 0.2,
  heldGhostPasses: 10,
  hold: null,
};
export const QUIET: ReapHistory = {
  actsLastHour: { orphan: 0, ghost: 0, leftover: 0 },
  liveAnHourAgo: 10,
  confirmations: [],
};

/** The id of the n-th sample session. */
export const idOf = (n: number): string => `s${String(n).padStart(9, "0")}`;

/** A running VM session of one machine, half an hour old, that has half an hour left and was created in full. */
export function session(changes: Partial<LabSession> & { n?: number; count?: number } = {}): LabSession {
  const { n = 1, count = 1, ...rest } = changes;
  const id = rest.id ?? idOf(n);
  return {
    id,
    studentId: `student-${n}`,
    labId: "lab-1",
    courseId: null,
    status: "running",
    endReason: null,
    reason: null,
    blocks: true,
    namespace: NS,
    kind: "vm",
    spec: SPEC,
    lifetime: { sessionMinutes: 60, maxMinutes: 180, marginMinutes: 15 },
    startedAtMs: NOW - 30 * MIN,
    expiresAtMs: NOW + 30 * MIN,
    createdAtMs: NOW - 29 * MIN,
    runningAtMs: NOW - 28 * MIN,
    claimedAtMs: null,
    deleteAcceptedAtMs: null,
    overAtMs: null,
    goneAtMs: null,
    goneUncertaintyMs: null,
    jobUid: `job-${id}`,
    machines: Array.from({ length: count }, (_, i) => sessionMachine(id, i + 1)),
    isDegraded: false,
    isUnguarded: false,
    attempts: 0,
    lastAttemptAtMs: null,
    lastFailure: null,
    ghostPasses: 0,
    version: 1,
    ...rest,
  };
}

export function sessionMachine(
  id: string,
  index: number,
  changes: Partial<SessionMachine> = {},
): SessionMachine {
  const name = machineName(id, index);
  return {
    index,
    name,
    secretName: secretName(id, index),
    uid: `uid-${name}`,
    vmiUid: `vmi-${name}`,
    lastNode: "node-1",
    address: "10.0.0.1",
    state: "running",
    ...changes,
  };
}

export function object(
  name: string,
  sessionId: string | null,
  changes: Partial<ClusterObject> = {},
): ClusterObject {
  return {
    namespace: NS,
    name,
    uid: `uid-${name}`,
    createdAtMs: NOW - 29 * MIN,
    deletingAtMs: null,
    finalizers: [],
    labels: sessionId === null ? {} : sessionLabels({ ...OWNER, sessionId }),
    owners:
      sessionId === null
        ? []
        : [{ kind: "Job", name: jobName(sessionId), uid: `job-${sessionId}`, isController: false }],
    ...changes,
  };
}

export function vm(sessionId: string, n = 1, changes: Partial<VmObject> = {}): VmObject {
  return {
    ...object(machineName(sessionId, n), sessionId),
    printableStatus: "Running",
    conditions: [{ type: "Ready", status: "True", reason: "", message: "" }],
    runStrategy: "RerunOnFailure",
    ...changes,
  };
}

export function vmi(sessionId: string, n = 1, changes: Partial<VmiObject> = {}): VmiObject {
  const name = machineName(sessionId, n);
  return {
    ...object(name, sessionId, { uid: `vmi-${name}`, owners: [] }),
    phase: "Running",
    nodeName: "node-1",
    address: "10.0.0.1",
    runningAtMs: NOW - 28 * MIN,
    isReady: true,
    isAgentConnected: true,
    conditions: [],
    ...changes,
  };
}

export function pod(sessionId: string, n = 1, changes: Partial<PodObject> = {}): PodObject {
  return {
    ...object(machineName(sessionId, n), sessionId),
    phase: "Running",
    nodeName: "node-1",
    address: "10.0.0.2",
    runningAtMs: NOW - 28 * MIN,
    isReady: true,
    isLauncher: false,
    conditions: [],
    waitingReason: null,
    statusReason: null,
    image: SPEC.image,
    ...changes,
  };
}

export function job(sessionId: string, changes: Partial<JobObject> = {}): JobObject {
  return {
    ...object(jobName(sessionId), sessionId, { uid: `job-${sessionId}`, owners: [] }),
    activeDeadlineSeconds: 11_700,
    startTimeMs: NOW - 29 * MIN,
    isFinishing: false,
    machineCount: 1,
    ...changes,
  };
}

export const node = (name: string, isReady = true): NodeObject => ({ name, isReady });
export const known = <T = never>(...items: T[]): Known<T> => ({ state: "known", items, dateMs: NOW });
export const unknown = {
  state: "unknown",
  failure: { resource: "x", error: "timeout", status: null },
} as const;
export const absent: Known<never> = { state: "absent" };

/** Every kind known and empty but for the nodes. */
export function world(changes: Partial<World> = {}): World {
  return {
    vm: known(),
    vmi: known(),
    pod: known(),
    job: known(),
    service: known(),
    networkPolicy: known(),
    node: known(node("node-1"), node("node-2")),
    dataVolume: known(),
    requests: 7,
    ...changes,
  };
}

/** The world in which each of these VM sessions has all that it should have. */
export function worldOf(...rows: LabSession[]): World {
  return world({
    vm: known(...rows.flatMap((row) => row.machines.map((machine) => vm(row.id, machine.index)))),
    vmi: known(...rows.flatMap((row) => row.machines.map((machine) => vmi(row.id, machine.index)))),
    job: known(...rows.map((row) => job(row.id))),
  });
}

export function input(changes: Partial<ReapInput> = {}): ReapInput {
  return { nowMs: NOW, rows: [], world: world(), policy: POLICY, history: QUIET, ...changes };
}
