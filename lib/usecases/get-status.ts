import { ok, refuse, type Result } from "@/lib/contracts/result";
import type { Health, Heartbeat, SeatCount, StatusAnswer } from "@/lib/contracts/status";
import { databaseNow, type At } from "@/lib/db/database";
import { lastGoodPassAtMs, lastPass } from "@/lib/db/passes";
import { sshKeyOf } from "@/lib/db/people";
import { loadSeatRows } from "@/lib/db/session-reads";
import { readSwitches } from "@/lib/db/switches";
import { isHeartbeatLate } from "@/lib/domain/pass-summary";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import { countSeats, seatFreeByMs } from "@/lib/domain/seats";
import type { ItemFailure } from "@/lib/domain/session";
import type { Context } from "./context";
import { lookAtMachines, lookFailure } from "./steps/machine-look";

/** The top bar: who, which switches; for admins and instructors also the reaper, the seats and the cluster. */
export async function getStatus(context: Context, actor: Actor): Promise<Result<StatusAnswer>> {
  if (actor.type !== "person") return refuse("forbidden");
  const { at } = context.db;
  const hasCapacity = may(actor, "capacity.see");
  const [switches, sshKey, heartbeat, looked, serverNowMs] = await Promise.all([
    readSwitches(at),
    sshKeyOf(at, actor.id),
    may(actor, "pass.see") ? readHeartbeat(at) : null,
    hasCapacity ? lookAtSeats(context) : null,
    databaseNow(at),
  ]);
  const { id, name, email, role } = actor;
  return ok({
    me: { id, name, email, role, isInstructor: actor.instructs.length > 0, hasSshKey: sshKey !== null },
    environment: context.installation.environment,
    heartbeat,
    seats: looked?.seats ?? null,
    cluster: looked && health(looked, serverNowMs),
    database: { isOk: true, error: null, checkedAtMs: serverNowMs },
    switches,
    serverNowMs,
  });
}

async function readHeartbeat(at: At): Promise<Heartbeat> {
  const [goodAtMs, last, nowMs] = await Promise.all([lastGoodPassAtMs(at), lastPass(at), databaseNow(at)]);
  return {
    lastGoodPassAtMs: goodAtMs,
    lastOutcome: last?.outcome ?? null,
    lastFailed: last?.failed ?? null,
    isLate: isHeartbeatLate(goodAtMs, nowMs),
    held: last?.held ?? null,
  };
}

async function lookAtSeats(
  context: Context,
): Promise<{ seats: SeatCount; failure: ItemFailure | null; ageMs: number | null }> {
  const { environment, id: installationId } = context.installation;
  const [rows, { world, ageMs }] = await Promise.all([
    loadSeatRows(context.db.at),
    lookAtMachines(context.cluster),
  ]);
  const cap = context.config.machineCap;
  const seats = countSeats({ rows, world, environment, installationId });
  return {
    seats: { ...seats, cap, freeByMs: seats.taken >= cap ? seatFreeByMs(rows, seats.taken - cap + 1) : null },
    ...{ failure: lookFailure(world), ageMs },
  };
}

/** As of when the cluster last told something; where it never did, it is of now that nothing is known. */
function health(
  { failure, ageMs }: { readonly failure: ItemFailure | null; readonly ageMs: number | null },
  nowMs: number,
): Health {
  const checkedAtMs = Math.round(nowMs - (ageMs ?? 0));
  return { isOk: failure === null, error: failure?.error ?? null, checkedAtMs };
}
