import type { AuditAction } from "@/lib/domain/audit";
import type { Actor } from "@/lib/domain/person";
import type { LaunchRefuser } from "@/lib/domain/refused-launch";
import { actorColumns, AUDIT_COLUMNS, type AuditParams } from "./audit";
import { countingRefusal } from "./capacity-history";
import { Prisma } from "./generated/client";
import { jsonb } from "./json";
import type { PassAct } from "./pass-acts";
import type { NewSessionEvent } from "./session-events";

/** What is told of a change of a session: it is written by the statement that changes the row, or not at all. */
export interface Telling {
  readonly event?: Omit<NewSessionEvent, "sessionId">;
  /** Under the session's course. */
  readonly audit?: { readonly actor: Actor; readonly action: AuditAction; readonly params: AuditParams };
  /** For the history of capacity. */
  readonly refusedBy?: LaunchRefuser | null;
  /** For the brake; only with the token of the pass. */
  readonly act?: PassAct;
}

/**
 * The rest of a WITH whose first part is `changed`, with a session's "id" and "courseId". One statement is one round trip
 * and a transaction of its own, where BEGIN, four statements and COMMIT were six.
 */
export function tellingOf({ event, audit, act, refusedBy }: Telling, fence: number | undefined): Prisma.Sql {
  const parts = [
    ...(event ? [eventPart(event)] : []),
    ...(audit ? [auditPart(audit)] : []),
    ...(refusedBy ? [Prisma.sql`refused AS (${countingRefusal(refusedBy, Prisma.sql`FROM changed`)})`] : []),
    ...(act && fence !== undefined ? [actPart(act, fence)] : []),
  ];
  return parts.length === 0 ? Prisma.empty : Prisma.sql`, ${Prisma.join(parts, ", ")}`;
}

function eventPart({ code, params = {}, actor = null }: Omit<NewSessionEvent, "sessionId">): Prisma.Sql {
  return Prisma.sql`told AS (
    INSERT INTO session_event (session_id, code, params, actor)
    SELECT changed.id, ${code}, ${jsonb(params)}, ${actor} FROM changed)`;
}

function auditPart({ actor, action, params }: NonNullable<Telling["audit"]>): Prisma.Sql {
  return Prisma.sql`audited AS (
    INSERT INTO audit_entry (${AUDIT_COLUMNS})
    SELECT ${actorColumns(actor)}, ${action}, 'session', changed.id, changed."courseId", ${jsonb(params)} FROM changed)`;
}

function actPart({ direction, sessionLabel, isConfirmed }: PassAct, fence: number): Prisma.Sql {
  return Prisma.sql`counted AS (
    INSERT INTO pass_act (pass_id, direction, session_label, is_confirmed)
    SELECT lease.pass_id, ${direction}, ${sessionLabel}, ${isConfirmed}
    FROM changed, reap_lease lease WHERE lease.fence = ${fence}::int)`;
}
