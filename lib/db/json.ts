import { Prisma } from "./generated/client";

/** A JSON parameter of raw SQL; SQL NULL, not JSON null, where there is nothing. */
export function jsonb(value: unknown): Prisma.Sql {
  return value === null || value === undefined
    ? Prisma.sql`NULL::jsonb`
    : Prisma.sql`${JSON.stringify(value)}::jsonb`;
}

/** A plain value for a JSON column of a model: what JSON cannot hold is left out. */
export function jsonInput(value: object): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(value)) as Prisma.InputJsonObject;
}
