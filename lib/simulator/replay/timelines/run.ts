import type { KubeObject, VirtualMachine } from "../../objects";
import type { Job } from "../../controllers/workloads/workload-objects";
import { startSimulator, type RunningSimulator } from "../../server";
import type { StoreChange } from "../../store";
import { clientFor, type Answer } from "../../test-client";
import { plainName } from "./recorded";
import type { Sighting } from "./sightings";

/** A little into a second: a Job's startTime has whole ones, so that its deadline comes early by as much. */
const START_MS = Date.parse("2026-11-30T13:48:36.100Z");
const KINDS: Record<string, string> = {
  Job: "jobs",
  VirtualMachine: "vms",
  VirtualMachineInstance: "vmis",
  Pod: "pods",
  Secret: "secrets",
  Service: "services",
  NetworkPolicy: "netpols",
  PersistentVolumeClaim: "pvcs",
  DataVolume: "dvs",
};
const DELAYS = {
  scheduleMs: 20,
  imagePullMs: 0,
  containerStartMs: 350,
  guestBootMs: 420,
  guestShutdownMs: 1_000,
  podStopMs: 20,
};

/** A cluster with its controllers whose time moves only by `at`, and all that is seen of it. */
export interface Run {
  readonly simulator: RunningSimulator;
  /** Moves on to so many seconds after the start, through all that falls due. */
  at(seconds: number): void;
  /** Lets time pass with no controller at work, to so many seconds after the start. */
  sleepUntil(seconds: number): void;
  /** Sends a request; an answer that is no success is an error unless `mayFail`. */
  call(method: string, path: string, body?: unknown, mayFail?: boolean): Promise<Answer>;
  readonly sightings: Sighting[];
  close(): Promise<void>;
}

export async function openRun(): Promise<Run> {
  let sleptMs = 0;
  let elapsedMs = 0;
  const simulator = await startSimulator({
    clock: () => START_MS + sleptMs,
    namespaces: ["dms", "lab", "quota", "other"],
    delays: DELAYS,
  });
  const sightings: Sighting[] = [];
  simulator.cluster.store.onChange((change) => {
    const seen = sightingOf(change, (simulator.nowMs() - START_MS) / 1000);
    if (seen) sightings.push(seen);
  });
  const send = clientFor(simulator, simulator.token);
  return {
    simulator,
    sightings,
    at(seconds) {
      simulator.advance(Math.max(0, seconds * 1000 - elapsedMs));
      elapsedMs = Math.max(elapsedMs, seconds * 1000);
    },
    sleepUntil(seconds) {
      sleptMs += seconds * 1000 - elapsedMs;
      elapsedMs = seconds * 1000;
    },
    async call(method, path, body, mayFail = false) {
      const headers: Record<string, string> =
        method === "PATCH" ? { "Content-Type": "application/merge-patch+json" } : {};
      const answer = await send(method, path, body, headers);
      if (answer.status >= 300 && !mayFail)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message ?? ""}`);
      return answer;
    },
    close: () => simulator.close(),
  };
}

function sightingOf({ type, object }: StoreChange, t: number): Sighting | null {
  const kind = KINDS[object.kind];
  if (kind === undefined) return null;
  const { name, deletionTimestamp, ownerReferences = [] } = object.metadata;
  return {
    ...{ t, type, kind, name: plainName(name) },
    owners: ownerReferences.map((owner) => `${owner.kind}/${owner.name}`),
    phase: phaseOf(object),
    isDeleting: deletionTimestamp !== undefined,
    hasFailed: hasFailed(object),
    ...(object.kind === "Job" ? { isSuspended: (object as Job).spec.suspend ?? false } : {}),
  };
}

function phaseOf(object: KubeObject): string | undefined {
  if (object.kind === "VirtualMachine") return (object as VirtualMachine).status?.printableStatus;
  return (object.status as { phase?: string } | undefined)?.phase;
}

function hasFailed(object: KubeObject): boolean {
  const { conditions = [] } = (object.status ?? {}) as { conditions?: { type: string; status: string }[] };
  return conditions.some(({ type, status }) => type === "Failed" && status === "True");
}
