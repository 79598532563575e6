import { CONTENTION_KINDS, type ContentionAnswer, type ContentionQuery } from "@/lib/contracts/contention";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { databaseNow } from "@/lib/db/database";
import type { ContentionWorld } from "@/lib/domain/contention/contention-world";
import { analyse, type ContentionReport } from "@/lib/domain/contention/report";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { choiceOf, lookAtContention } from "./steps/contention-look";

/** Where the chosen pods were placed, which restarted, and why; the cluster's own words are for admins. */
export async function getContention(
  context: Context,
  actor: Actor,
  query: ContentionQuery = {},
): Promise<Result<ContentionAnswer>> {
  if (!may(actor, "capacity.see")) return refuse("forbidden");
  const { world, ageMs } = await lookAtContention(context.cluster);
  const nowMs = await databaseNow(context.db.at);
  const report = analyse(world, choiceOf(query, world, nowMs), nowMs);
  return ok({
    asOfMs: Math.round(nowMs - ageMs),
    report: isAdmin(actor) ? report : withoutMessages(report),
    unread: unread(world),
    serverNowMs: nowMs,
  });
}

function unread(world: ContentionWorld): ContentionAnswer["unread"] {
  return CONTENTION_KINDS.flatMap((kind) => {
    const seen = world[kind];
    return seen.state === "unknown" ? [{ kind, error: seen.failure.error }] : [];
  });
}

function isAdmin(actor: Actor): boolean {
  return actor.type === "system" || actor.role === "admin";
}

/** What a container wrote as its last words, and the texts of events. */
function withoutMessages(report: ContentionReport): ContentionReport {
  const restarts = report.restarts.map((row) => ({
    ...row,
    lastExit: row.lastExit && { ...row.lastExit, message: null },
    judgement: {
      ...row.judgement,
      evidence: row.judgement.evidence.map(({ code, params: { message: _message, ...params } }) => ({
        code,
        params,
      })),
    },
  }));
  return { ...report, restarts };
}
