import { presenceOf, type Presence } from "./machines";
import { jobName } from "./names";
import { CREATOR_LIMIT_MS } from "./plan-settle";
import type { PlanContext } from "./plan-context";
import type { ReapPlan, Sighting } from "./reap-types";
import type { LabSession, SessionMachine } from "./session";
import { isLive, isOver } from "./states";
import { kindsOf, placeOf, unknownAmong } from "./world-index";

/** What the rows are to be told of their machines, and which sessions are degraded, unguarded, or gone for good. */
export function planSightings(
  context: PlanContext,
): Pick<ReapPlan, "sightings" | "degraded" | "unguarded" | "gone"> {
  const looks = context.rows.filter((row) => !isOver(row)).map((row) => look(row, context));
  return {
    sightings: looks.filter(({ row, sighting }) => isNews(row, sighting)).map(({ sighting }) => sighting),
    degraded: looks.filter(({ sighting }) => sighting.isDegraded).map(({ row }) => row.id),
    unguarded: looks.filter(({ sighting }) => sighting.isUnguarded).map(({ row }) => row.id),
    gone: planGone(context),
  };
}

function look(row: LabSession, context: PlanContext): { row: LabSession; sighting: Sighting } {
  const presences = row.machines.map((machine) => presenceOf(row, machine, context.index));
  const machines = row.machines.map((machine, i) => see(machine, presences[i] ?? { is: "unknown" }));
  const gone = presences.filter((presence) => presence.is === "gone").length;
  const isMeasured = !presences.some((presence) => presence.is === "unknown");
  const isSomeGone = row.status === "running" && gone > 0 && gone < presences.length;
  return {
    row,
    sighting: {
      sessionId: row.id,
      machines,
      isDegraded: isMeasured ? isSomeGone : row.isDegraded,
      isUnguarded: isUnguarded(row, presences, context),
      recreated: machines.flatMap((machine, i) => recreatedUid(row.machines[i], machine)),
    },
  };
}

/** The machine itself where nothing of it is news. */
function see(machine: SessionMachine, presence: Presence): SessionMachine {
  if (presence.is === "unknown") return machine;
  if (presence.is === "gone") return machine.state === "gone" ? machine : { ...machine, state: "gone" };
  const seen = presence.machine;
  const news = {
    uid: seen.kind === "vmi" ? machine.uid : seen.uid,
    vmiUid: seen.vmiUid ?? machine.vmiUid,
    lastNode: seen.nodeName ?? machine.lastNode,
    address: seen.state === "running" ? seen.address : machine.address,
    state: seen.state,
  };
  return KEYS.some((key) => machine[key] !== news[key]) ? { ...machine, ...news } : machine;
}

function recreatedUid(before: SessionMachine | undefined, now: SessionMachine): string[] {
  const isAnother = before?.vmiUid != null && now.vmiUid !== null && now.vmiUid !== before.vmiUid;
  return isAnother && now.vmiUid !== null ? [now.vmiUid] : [];
}

/**
 * A live session whose Job is missing, finishing, or not among a machine's owners (design law 12). Nothing is said of
 * one whose machines are still being made, or are all gone; where Jobs cannot be read, the last word stands.
 */
function isUnguarded(row: LabSession, presences: readonly Presence[], context: PlanContext): boolean {
  if (!isLive(row)) return false;
  if (unknownAmong(context.world, ["job", ...kindsOf(row.kind)]).length > 0) return row.isUnguarded;
  const isMade = row.createdAtMs !== null || context.nowMs - row.startedAtMs > CREATOR_LIMIT_MS;
  const present = presences.flatMap((presence) => (presence.is === "present" ? [presence.machine] : []));
  if (!isMade || present.length === 0) return false;
  const job = context.index.jobs.get(placeOf({ namespace: row.namespace, name: jobName(row.id) }));
  if (!job || job.isFinishing) return true;
  return present.some((machine) => !machine.owners.some((owner) => owner.uid === job.uid));
}

/** Sessions that are over and whose machines are now known to be gone; how much earlier they may have been, too. */
function planGone(context: PlanContext): ReapPlan["gone"] {
  return context.rows
    .filter((row) => isOver(row) && row.goneAtMs === null)
    .filter((row) => row.machines.every((each) => presenceOf(row, each, context.index).is === "gone"))
    .map((row) => {
      const sinceMs = row.deleteAcceptedAtMs ?? row.overAtMs ?? row.claimedAtMs ?? row.startedAtMs;
      return {
        sessionId: row.id,
        goneAtMs: context.nowMs,
        uncertaintyMs: Math.max(0, context.nowMs - sinceMs),
      };
    });
}

function isNews(row: LabSession, sighting: Sighting): boolean {
  return (
    row.isDegraded !== sighting.isDegraded ||
    row.isUnguarded !== sighting.isUnguarded ||
    sighting.machines.some((machine, i) => machine !== row.machines[i])
  );
}

const KEYS = [
  "uid",
  "vmiUid",
  "lastNode",
  "address",
  "state",
] as const satisfies readonly (keyof SessionMachine)[];
