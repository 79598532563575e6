import { storableText } from "@/lib/domain/storable-text";
import { Prisma } from "./generated/client";

/**
 * A JSON parameter of raw SQL; SQL NULL, not JSON null, where there is nothing. What jsonb refuses becomes U+FFFD: the
 * words of the cluster may hold a NUL, or be cut within a character, and nothing must stay undone for that.
 */
export function jsonb(value: unknown): Prisma.Sql {
  return value === null || value === undefined
    ? Prisma.sql`NULL::jsonb`
    : Prisma.sql`${JSON.stringify(value, storable)}::jsonb`;
}

/** A plain value for a JSON column of a model: what JSON cannot hold is left out, and what jsonb refuses is U+FFFD. */
export function jsonInput(value: object): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(value, storable)) as Prisma.InputJsonObject;
}

function storable(_key: string, value: unknown): unknown {
  return typeof value === "string" ? storableText(value) : value;
}
