import { Prisma } from "./generated/client";

/**
 * The database's clock, cut to the millisecond that a column keeps. Cut, not rounded: half a millisecond early would
 * show a session as expired that the claim still finds alive.
 */
export const NOW = Prisma.sql`date_trunc('milliseconds', clock_timestamp())`;

export function toMs(date: Date): number {
  return date.getTime();
}

export function toMsOrNull(date: Date | null): number | null {
  return date === null ? null : date.getTime();
}

export function toDate(ms: number): Date {
  return new Date(ms);
}

/** `time + minutes` etc. in SQL, where only the database's clock will do. */
export function msInterval(ms: number): Prisma.Sql {
  return Prisma.sql`(${ms}::float8 * interval '1 millisecond')`;
}
