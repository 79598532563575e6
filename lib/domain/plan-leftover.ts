import { isConfirmed } from "./brake";
import { isOurs, sessionIdOfLabels } from "./labels";
import { isGone } from "./machines";
import { secretName, sessionIdOfName } from "./names";
import type { PlanContext } from "./plan-context";
import type { LeftoverItem } from "./reap-types";
import type { LabSession } from "./session";
import { isOver } from "./states";
import type { ClusterObject, JobObject } from "./world";
import { ageMs, itemsOf, MACHINE_KINDS, unknownAmong } from "./world-index";

/** An object whose session has no row at all is only taken for a leftover after this (design section 3). */
export const ROWLESS_AGE_MS = 60 * 60_000;

const LEFTOVER_KINDS = ["job", "service", "networkPolicy"] as const;
type LeftoverKind = (typeof LEFTOVER_KINDS)[number];

/**
 * A deadline Job, Service or NetworkPolicy of an over session whose machines are gone, or of no session at all. Needs
 * its own kind and all machine kinds. What is already being deleted is passed by.
 */
export function planLeftover(context: PlanContext): LeftoverItem[] {
  if (unknownAmong(context.world, MACHINE_KINDS).length > 0) return [];
  const busy = sessionsWithMachines(context);
  return LEFTOVER_KINDS.flatMap((kind) =>
    itemsOf<ClusterObject>(context.world[kind])
      .filter((object) => isLeftover(kind, object, busy, context))
      .sort((a, b) => (a.uid < b.uid ? -1 : 1))
      .map((object) => item(kind, object, context)),
  );
}

function isLeftover(
  kind: LeftoverKind,
  object: ClusterObject,
  busy: ReadonlySet<string>,
  context: PlanContext,
): boolean {
  if (!isOurs(object.labels, context.policy) || object.deletingAtMs !== null) return false;
  const ids = idsOf(object);
  if (ids.some((id) => busy.has(id))) return false;
  const rows = ids.flatMap((id) => context.rowById.get(id) ?? []);
  if (rows.length === 0) return ageMs(context.world[kind], object.createdAtMs) > ROWLESS_AGE_MS;
  return rows.every((row) => isOver(row) && isGone(row, context.index));
}

/** The session that an object names by its label and by its name: where they differ, both must be over. */
function idsOf(object: ClusterObject): string[] {
  return [sessionIdOfLabels(object.labels), sessionIdOfName(object.name)].filter((id) => id !== null);
}

function sessionsWithMachines(context: PlanContext): Set<string> {
  const busy = new Set<string>();
  for (const { state, sessionId, name } of context.machines) {
    if (state === "gone") continue;
    for (const id of [sessionId, sessionIdOfName(name)]) if (id !== null) busy.add(id);
  }
  return busy;
}

function item(kind: LeftoverKind, object: ClusterObject, context: PlanContext): LeftoverItem {
  const sessionId = sessionIdOfLabels(object.labels);
  const row = sessionId === null ? undefined : context.rowById.get(sessionId);
  const key = `leftover:${sessionId ?? "-"}:${kind}:${object.uid}`;
  return {
    direction: "leftover",
    key,
    sessionId,
    attempts: 0,
    isConfirmed: isConfirmed("leftover", key, context.history.confirmations, context.nowMs),
    object: { kind, namespace: object.namespace, name: object.name, uid: object.uid },
    secretNames: kind === "job" ? secretNames(object as JobObject, sessionId, row) : [],
    hasRow: row !== undefined,
  };
}

/** By the row where there is one, else by the number that the Job's annotation gives. */
function secretNames(job: JobObject, sessionId: string | null, row: LabSession | undefined): string[] {
  if (row) return row.machines.flatMap((machine) => machine.secretName ?? []);
  if (sessionId === null) return [];
  return Array.from({ length: job.machineCount ?? 0 }, (_, i) => secretName(sessionId, i + 1));
}
