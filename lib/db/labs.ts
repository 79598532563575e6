import { randomUUID } from "node:crypto";
import type { Lab, LabSpec } from "@/lib/domain/lab";
import { clientOf, type At } from "./at";
import type { Lab as LabModel } from "./generated/client";
import { jsonInput } from "./json";
import { databaseNow } from "./database";
import { toDate, toMs } from "./times";

export interface LabFields {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly spec: LabSpec;
  readonly sessionMinutes: number | null;
  readonly maxMinutes: number | null;
  readonly isEnabled: boolean;
}

/** A lab with what uses it. */
export interface LabUse extends Lab {
  /** Names of the courses, archived ones left out, that have it. */
  readonly courseNames: readonly string[];
  /** Sessions that are not over. */
  readonly liveSessions: number;
}

/** By name; deleted ones left out. */
export async function listLabs(at: At): Promise<Lab[]> {
  const rows = await clientOf(at).lab.findMany({
    where: { deletedAt: null },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rows.map(toLab);
}

export async function findLab(at: At, idOrSlug: string): Promise<Lab | null> {
  const where = { deletedAt: null, OR: [{ id: idOrSlug }, { slug: idOrSlug }] };
  const row = await clientOf(at).lab.findFirst({ where });
  return row && toLab(row);
}

/** @throws an error for which `isUniqueViolation` is true where another lab has the slug. */
export async function insertLab(tx: At, lab: LabFields): Promise<Lab> {
  return toLab(
    await clientOf(tx).lab.create({ data: { id: randomUUID(), ...lab, spec: jsonInput(lab.spec) } }),
  );
}

/** Null where the lab is gone or was changed since `version`. The slug's rule is that of `insertLab`. */
export async function updateLab(
  tx: At,
  { id, version, ...fields }: LabFields & { id: string; version: number },
): Promise<Lab | null> {
  const { slug, name, description, spec, sessionMinutes, maxMinutes, isEnabled } = fields;
  const rows = await clientOf(tx).lab.updateManyAndReturn({
    where: { id, version, deletedAt: null },
    data: {
      ...{ slug, name, description, sessionMinutes, maxMinutes, isEnabled },
      spec: jsonInput(spec),
      updatedAt: toDate(await databaseNow(tx)),
      version: { increment: 1 },
    },
  });
  return rows[0] ? toLab(rows[0]) : null;
}

/** Deletes a lab that no session uses any more; for the history of those that are over its row stays. */
export async function deleteLab(tx: At, id: string): Promise<"deleted" | "in-use" | "not-found"> {
  const client = clientOf(tx);
  const [locked] = await client.$queryRaw<{ id: string }[]>`
    SELECT id FROM lab WHERE id = ${id} AND deleted_at IS NULL FOR UPDATE`;
  if (!locked) return "not-found";
  if ((await client.labSession.count({ where: { labId: id, overAt: null } })) > 0) return "in-use";
  await client.courseLab.deleteMany({ where: { labId: id } });
  await client.lab.update({
    where: { id },
    data: { deletedAt: toDate(await databaseNow(tx)), isEnabled: false },
  });
  return "deleted";
}

/** The list of labs, by name. */
export async function labRows(at: At): Promise<LabUse[]> {
  const rows = await clientOf(at).lab.findMany({
    where: { deletedAt: null },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    include: {
      courses: { where: { course: { isArchived: false } }, select: { course: { select: { name: true } } } },
      _count: { select: { sessions: { where: { overAt: null } } } },
    },
  });
  return rows.map(({ courses, _count, ...lab }) => ({
    ...toLab(lab),
    courseNames: courses.map(({ course }) => course.name).sort(),
    liveSessions: _count.sessions,
  }));
}

export function toLab(row: LabModel): Lab {
  const { id, slug, name, description, sessionMinutes, maxMinutes, isEnabled, version } = row;
  return {
    ...{ id, slug, name, description, sessionMinutes, maxMinutes, isEnabled, version },
    spec: row.spec as unknown as LabSpec,
    createdAtMs: toMs(row.createdAt),
    updatedAtMs: toMs(row.updatedAt),
  };
}
