import type { AuditAction, AuditSubject } from "@/lib/domain/audit";
import type { Actor } from "@/lib/domain/person";
import { clientOf, type At } from "./at";
import { checkFence, whileHeld } from "./fence";
import { Prisma } from "./generated/client";
import { jsonb } from "./json";
import { queryKept } from "./kept-statement";
import { toMs } from "./times";

export type AuditParams = Readonly<Record<string, string | number | boolean | null>>;

export interface NewAuditEntry {
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly subjectType: AuditSubject;
  readonly subjectId: string;
  readonly courseId?: string | null;
  readonly params?: AuditParams;
}
export interface AuditEntry {
  readonly id: string;
  readonly atMs: number;
  /** Name of a person or of a system actor, as it was then. */
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  /** What a person, course or lab is called today; null for what has no name, or is no more. */
  readonly subjectName: string | null;
  readonly params: AuditParams;
}

/** What every new entry fills in, in this order; the first three are `actorColumns`. */
export const AUDIT_COLUMNS = Prisma.sql`
  actor_type, actor_id, actor_name, action, subject_type, subject_id, course_id, params`;

export function actorColumns(actor: Actor): Prisma.Sql {
  return Prisma.sql`${actor.type}, ${actor.type === "person" ? actor.id : null}, ${actor.name}`;
}

/**
 * Call it in the transaction of the write that it tells of (design law 17): both stay or neither. A pass gives its
 * token for what it did in the cluster.
 * @throws LeaseLost where a token is given and its lease is not held.
 */
export async function addAudit(tx: At, entry: NewAuditEntry, fence?: number): Promise<void> {
  const { actor, action, subjectType, subjectId, courseId = null, params = {} } = entry;
  const statement = Prisma.sql`
    INSERT INTO audit_entry (${AUDIT_COLUMNS})
    SELECT ${actorColumns(actor)}, ${action}, ${subjectType}, ${subjectId}, ${courseId}, ${jsonb(params)}
    WHERE true ${whileHeld(fence)} RETURNING action`;
  if ((await queryKept(tx, statement)).length === 0) await checkFence(tx, fence);
}

/** Newest first. `before`: the id that the page before ended with. Only these courses where `courseIds` is given. */
export async function listAudit(
  at: At,
  { before, courseIds, limit }: { before?: string; courseIds?: readonly string[]; limit: number },
): Promise<AuditEntry[]> {
  if (before !== undefined && !/^\d{1,18}$/.test(before)) return [];
  const rows = await clientOf(at).auditEntry.findMany({
    where: {
      ...(before === undefined ? {} : { id: { lt: BigInt(before) } }),
      ...(courseIds === undefined ? {} : { courseId: { in: [...courseIds] } }),
    },
    orderBy: { id: "desc" },
    take: limit,
  });
  const names = await namesOf(at, rows);
  return rows.map((row) => ({
    id: row.id.toString(),
    atMs: toMs(row.at),
    actor: row.actorName,
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    subjectName: names.get(row.subjectId) ?? null,
    params: named(row.params as AuditParams, names),
  }));
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What people, courses and labs that these rows tell of are called today, by id. Ids are random: one map serves all. */
async function namesOf(
  at: At,
  rows: readonly { readonly subjectId: string; readonly params: unknown }[],
): Promise<ReadonlyMap<string, string>> {
  const told = rows.map(({ subjectId, params }) => `${subjectId} ${JSON.stringify(params)}`).join(" ");
  const wanted = {
    where: { id: { in: [...new Set(told.match(UUID))] } },
    select: { id: true, name: true },
  };
  const client = clientOf(at);
  const found = await Promise.all([
    client.user.findMany(wanted),
    client.course.findMany(wanted),
    client.lab.findMany(wanted),
  ]);
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}

/** Ids that stand for something with a name are told by it: people read this. */
function named(params: AuditParams, names: ReadonlyMap<string, string>): AuditParams {
  const entries = Object.entries(params).map(([key, value]) => {
    if (typeof value !== "string") return [key, value] as const;
    const ids = value.split(" ");
    const isAllNamed = ids.every((id) => names.has(id));
    return [key, isAllNamed ? ids.map((id) => names.get(id)).join(", ") : value] as const;
  });
  return Object.fromEntries(entries);
}
