import type { World } from "@/lib/domain/world";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { countRefusal } from "@/lib/db/capacity-history";
import { inTransaction, databaseNow, type At } from "@/lib/db/database";
import { lockInstallation } from "@/lib/db/installation";
import { findPerson } from "@/lib/db/people";
import { addEvent } from "@/lib/db/session-events";
import { findOwnBlocking, loadSeatRows } from "@/lib/db/session-reads";
import { clearOldBlocks, insertSession } from "@/lib/db/session-writes";
import type { Lab } from "@/lib/domain/lab";
import { machineName, newSessionId, secretName } from "@/lib/domain/names";
import type { Actor } from "@/lib/domain/person";
import { checkSeats, countSeats } from "@/lib/domain/seats";
import type { LabSession } from "@/lib/domain/session";
import type { Context } from "@/lib/usecases/context";
import type { Credentials } from "./cloud-config";
import { lifetimeOfLab } from "./lifetime-of-lab";
import { hashToken } from "./secrets";

export interface WantedSession {
  readonly lab: Lab;
  readonly studentId: string;
  readonly courseId: string | null;
  readonly credentials: Credentials;
}

/**
 * Lists the machines, then takes a seat and commits the row in one short transaction (design laws 3, 4, 15). Where the
 * list is unknown the rows alone are counted, and the event says so. Under the same lock as a deactivation, so that nobody
 * who was just kept out gets a machine.
 */
export async function insertWithSeat(
  context: Context,
  actor: Actor,
  wanted: WantedSession,
): Promise<Result<LabSession>> {
  const world = await context.cluster.readMachines(context.signal);
  return inTransaction(context.db, (tx) => takeSeat(tx, context, actor, wanted, world));
}

async function takeSeat(
  tx: At,
  context: Context,
  actor: Actor,
  wanted: WantedSession,
  world: World,
): Promise<Result<LabSession>> {
  await lockInstallation(tx);
  await clearOldBlocks(tx, wanted.studentId);
  if ((await findPerson(tx, wanted.studentId))?.isActive !== true)
    return refuse("refused", { reason: { code: "person-deactivated" } });
  const rows = await loadSeatRows(tx);
  const { environment, id: installationId } = context.installation;
  const seats = countSeats({ rows, world, environment, installationId });
  const answer = checkSeats({
    seats,
    asked: wanted.lab.spec.machineCount,
    cap: context.config.machineCap,
    rows,
    nowMs: await databaseNow(tx),
  });
  if (!answer.ok) {
    await countRefusal(tx);
    return refuse("refused", answer);
  }
  const row = await insertSession(tx, newRow(context, wanted));
  if (row === "already-blocks") return alreadyHas((await findOwnBlocking(tx, wanted.studentId))?.id ?? null);
  await addEvent(tx, {
    sessionId: row.id,
    code: "started",
    params: { lab: wanted.lab.name, seatsFromRowsOnly: seats.isRowsOnly ? 1 : 0 },
    actor: actor.name,
  });
  await addAudit(tx, {
    actor,
    action: "session.start",
    subjectType: "session",
    subjectId: row.id,
    courseId: wanted.courseId,
    params: { labId: wanted.lab.id, studentId: wanted.studentId },
  });
  return ok(row);
}

function newRow(context: Context, { lab, studentId, courseId, credentials }: WantedSession) {
  const id = newSessionId(context.random);
  const { kind, machineCount } = lab.spec;
  return {
    id,
    studentId,
    labId: lab.id,
    courseId,
    namespace: kind === "vm" ? context.config.vmNamespace : context.config.podNamespace,
    kind,
    spec: lab.spec,
    lifetime: lifetimeOfLab(lab, context.config),
    tokenHash: hashToken(credentials.token),
    machines: Array.from({ length: machineCount }, (_, place) => ({
      index: place + 1,
      name: machineName(id, place + 1),
      secretName: secretName(id, place + 1),
    })),
  };
}

function alreadyHas(sessionId: string | null): Result<never> {
  return refuse("refused", { reason: { code: "already-has-session", params: { sessionId } } });
}
