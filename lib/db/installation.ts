import { randomUUID } from "node:crypto";
import { clientOf, type At } from "./at";
import { checkFence, whileHeld } from "./fence";
import { jsonb } from "./json";
import { Prisma } from "./generated/client";
import { toMs } from "./times";

/** The identity of this database. */
export interface Installation {
  /** UUID; the value of label curfew.dev/installation. */
  readonly id: string;
  readonly environment: string;
  /** Namespace -> UID, as first seen; empty until the first pass or start. */
  readonly namespaceUids: Readonly<Record<string, string>>;
  /** Number of the newest pass. */
  readonly passNumber: number;
  readonly createdAtMs: number;
}

/** One database serves one environment (design section 1). */
export class EnvironmentMismatch extends Error {
  constructor(
    readonly stored: string,
    readonly asked: string,
  ) {
    super(
      `this database belongs to environment "${stored}" and cannot serve "${asked}": ` +
        `set CURFEW_ENVIRONMENT=${stored}, or DATABASE_URL to a database of its own`,
    );
    this.name = "EnvironmentMismatch";
  }
}

/**
 * Names the database at its first start and answers who it is at every later one.
 * @throws EnvironmentMismatch where it serves another environment.
 */
export async function ensureInstallation(at: At, environment: string): Promise<Installation> {
  const client = clientOf(at);
  await client.$executeRaw`
    INSERT INTO installation (id, environment) VALUES (${randomUUID()}, ${environment}) ON CONFLICT DO NOTHING`;
  await client.$executeRaw`INSERT INTO reap_lease DEFAULT VALUES ON CONFLICT DO NOTHING`;
  const installation = await readInstallation(at);
  if (installation.environment !== environment)
    throw new EnvironmentMismatch(installation.environment, environment);
  return installation;
}

/** @throws Error where no start has named the database yet. */
export function readInstallation(at: At): Promise<Installation> {
  return select(at, Prisma.empty);
}

/** Locks the installation until the transaction ends: whoever takes a seat does so first (design law 15). */
export function lockInstallation(tx: At): Promise<Installation> {
  return select(tx, Prisma.sql`FOR UPDATE`);
}

/** Stores the UIDs by which the right cluster is known (design law 7). */
export async function storeNamespaceUids(
  at: At,
  uids: Readonly<Record<string, string>>,
  fence?: number,
): Promise<void> {
  const changed = await clientOf(at).$executeRaw`
    UPDATE installation SET namespace_uids = ${jsonb(uids)} WHERE is_only ${whileHeld(fence)}`;
  if (changed === 0) await checkFence(at, fence);
}

/** Sets the number of the newest pass: to the Lease's when an admin accepts a restored database (design law 10). */
export async function setPassNumber(at: At, passNumber: number, fence?: number): Promise<void> {
  const changed = await clientOf(at).$executeRaw`
    UPDATE installation SET pass_number = ${passNumber}::int WHERE is_only ${whileHeld(fence)}`;
  if (changed === 0) await checkFence(at, fence);
}

interface RawInstallation {
  id: string;
  environment: string;
  namespaceUids: Record<string, string>;
  passNumber: number;
  createdAt: Date;
}

async function select(at: At, lock: Prisma.Sql): Promise<Installation> {
  const [row] = await clientOf(at).$queryRaw<RawInstallation[]>`
    SELECT id, environment, namespace_uids AS "namespaceUids", pass_number AS "passNumber", created_at AS "createdAt"
    FROM installation ${lock}`;
  if (!row) throw new Error("this database has no installation yet: ensureInstallation comes first");
  const { createdAt, ...rest } = row;
  return { ...rest, createdAtMs: toMs(createdAt) };
}
