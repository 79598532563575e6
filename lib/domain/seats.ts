import { isOurs, type Owner } from "./labels";
import { latestExpiry } from "./lifetime";
import { machinesOfWorld, type Machine } from "./machines";
import type { Reason } from "./reason";
import type { LabSession } from "./session";
import { isLive, isOver } from "./states";
import type { World } from "./world";
import { MACHINE_KINDS, placeOf, settleAbsence, unknownAmong } from "./world-index";

export interface Seats {
  readonly taken: number;
  /** Of these, held by machines that are being deleted. */
  readonly releasing: number;
  /** The world could not be read whole: rows alone were counted. */
  readonly isRowsOnly: boolean;
}

/**
 * Seats as design section 1 counts them: every machine of a blocking or ending row, stopped or not; every other listed
 * machine, terminating included, until it is gone, except a foreign stopped VM.
 */
export function countSeats({
  rows,
  world,
  machines,
  ...owner
}: Owner & {
  rows: readonly LabSession[];
  world: World;
  /** All of the world, where they were told already. */
  machines?: readonly Machine[];
}): Seats {
  const counted = rows.filter((row) => !isOver(row));
  const known = settleAbsence(world, counted);
  const ofRows = counted.reduce((sum, row) => sum + row.machines.length, 0);
  const releasing = counted.filter((row) => !isLive(row)).reduce((sum, row) => sum + row.machines.length, 0);
  if (unknownAmong(known, MACHINE_KINDS).length > 0) return { taken: ofRows, releasing, isRowsOnly: true };

  const all = machines ?? machinesOfWorld(known);
  const others = machinesWithoutRow(counted, all).filter((each) => takesSeat(each, owner));
  return {
    taken: ofRows + others.length,
    releasing: releasing + others.filter((each) => each.state === "terminating").length,
    isRowsOnly: false,
  };
}

/**
 * Seats that stay taken when every machine of ours is gone: those of machines that are not of this installation. null
 * where the machines could not be read whole.
 */
export function foreignSeats({
  rows,
  world,
  ...owner
}: Owner & { rows: readonly LabSession[]; world: World }): number | null {
  const counted = rows.filter((row) => !isOver(row));
  const known = settleAbsence(world, counted);
  if (unknownAmong(known, MACHINE_KINDS).length > 0) return null;
  const others = machinesWithoutRow(counted, machinesOfWorld(known));
  return others.filter((each) => takesSeat(each, owner) && !isOurs(each.labels, owner)).length;
}

/** What a row names is its own, whatever labels it bears. */
function machinesWithoutRow(rows: readonly LabSession[], machines: readonly Machine[]): Machine[] {
  const places = new Set(
    rows.flatMap((row) => row.machines.map(({ name }) => placeOf({ namespace: row.namespace, name }))),
  );
  return machines.filter((each) => !places.has(placeOf(each)));
}

/** Does a listed machine that no row counts take a seat? */
export function takesSeat(machine: Machine, owner: Owner): boolean {
  if (machine.state === "gone") return false;
  return machine.state !== "stopped" || machine.kind !== "vm" || isOurs(machine.labels, owner);
}

/**
 * By when `needed` seats come free at the latest: live sessions reach their maximum, whoever extends. Epoch
 * milliseconds, or null where the live rows do not hold that many.
 */
export function seatFreeByMs(rows: readonly LabSession[], needed = 1): number | null {
  const byEnd = rows
    .filter(isLive)
    .map((row) => ({ endsAtMs: Math.max(row.expiresAtMs, latestExpiry(row.startedAtMs, row.lifetime)), row }))
    .sort((a, b) => a.endsAtMs - b.endsAtMs);
  let freed = 0;
  for (const { endsAtMs, row } of byEnd) {
    freed += row.machines.length;
    if (freed >= needed) return endsAtMs;
  }
  return null;
}

export type SeatAnswer =
  { readonly ok: true } | { readonly ok: false; readonly reason: Reason; readonly retryAfterSeconds: number };

/** A machine that is being deleted is gone within its grace of half a minute, as a rule. */
const RELEASING_RETRY_SECONDS = 15;
const SHORTEST_RETRY_SECONDS = 10;
/** Where no row of ours will make room, only looking again tells. */
const UNKNOWN_RETRY_SECONDS = 300;

/**
 * Are `asked` more seats to be had? A refusal says by when they come free at the latest, as a time and as the seconds
 * until then: soon where enough machines are being deleted, and in five minutes where no live row tells a time.
 */
export function checkSeats(input: {
  readonly seats: Seats;
  readonly asked: number;
  readonly cap: number;
  readonly rows: readonly LabSession[];
  readonly nowMs: number;
}): SeatAnswer {
  const { seats, asked, cap, rows, nowMs } = input;
  const missing = seats.taken + asked - cap;
  if (missing <= 0) return { ok: true };
  const freeByMs = asked > cap ? null : seatFreeByMs(rows, missing);
  return {
    ok: false,
    reason: { code: "no-seat", params: { taken: seats.taken, cap, freeByMs } },
    retryAfterSeconds: seats.releasing >= missing ? RELEASING_RETRY_SECONDS : secondsUntil(freeByMs, nowMs),
  };
}

function secondsUntil(freeByMs: number | null, nowMs: number): number {
  if (freeByMs === null) return UNKNOWN_RETRY_SECONDS;
  return Math.max(SHORTEST_RETRY_SECONDS, Math.ceil((freeByMs - nowMs) / 1000));
}
