import type { FailingSession, ReaperView } from "@/lib/contracts/reaper";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { databaseNow, type At } from "@/lib/db/database";
import { readLease } from "@/lib/db/lease";
import { lastGoodPassAtMs, listPasses, readSnapshot } from "@/lib/db/passes";
import { listSessionRows, type SessionListRow } from "@/lib/db/session-list";
import { expiryDistributions } from "@/lib/db/session-reads";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";

const SHOWN_PASSES = 60;
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The reaper's page: what the last passes did, what keeps failing, and what the newest one saw. */
export async function getReaper(context: Context, actor: Actor): Promise<Result<ReaperView>> {
  if (!may(actor, "pass.see")) return refuse("forbidden");
  const { at } = context.db;
  const serverNowMs = await databaseNow(at);
  const [passes, goodAtMs, lease, snapshot, sessions, distributions] = await Promise.all([
    listPasses(at, SHOWN_PASSES),
    lastGoodPassAtMs(at),
    readLease(at),
    readSnapshot(at),
    unfinished(at),
    expiryDistributions(at, serverNowMs - WEEK_MS),
  ]);
  return ok({
    lastGoodPassAtMs: goodAtMs,
    lastPass: passes[0] ?? null,
    isPassRunning: lease.isHeld,
    passes,
    failing: sessions.filter(({ attempts }) => attempts > 0).map(failingSession),
    unguarded: sessions
      .filter(({ isUnguarded }) => isUnguarded)
      .map(({ id, labName, studentName }) => ({ sessionId: id, labName, studentName })),
    terminating: snapshot?.terminating ?? [],
    foreign: snapshot?.foreign ?? [],
    held: snapshot?.held ?? [],
    seenAtMs: snapshot?.seenAtMs ?? null,
    ...distributions,
    skewMs: snapshot?.skewMs ?? null,
    wrongCluster: snapshot?.wrongCluster ?? [],
    oldDatabase: snapshot?.oldDatabase ?? null,
    serverNowMs,
  });
}

async function unfinished(at: At): Promise<readonly SessionListRow[]> {
  return (await listSessionRows(at, { scope: "live" })).items;
}

function failingSession(row: SessionListRow): FailingSession {
  const { id, labName, studentName, attempts, lastAttemptAtMs, lastFailure } = row;
  const { resource, error, status } = lastFailure ?? {
    resource: "session",
    error: "unexpected",
    status: null,
  };
  return { sessionId: id, labName, studentName, attempts, lastAttemptAtMs, resource, error, status };
}
