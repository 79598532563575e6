import type { ContentionWhatIfAnswer, ContentionWhatIfQuery } from "@/lib/contracts/contention";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { databaseNow } from "@/lib/db/database";
import { rolloutsOf, scopeOf } from "@/lib/domain/contention/scope";
import { caseOf } from "@/lib/domain/contention/what-if/case-of-world";
import { BACK_OFF, BOOT } from "@/lib/domain/contention/what-if/incident";
import { type CaseChange, whatIf } from "@/lib/domain/contention/what-if/outlook";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { choiceOf, lookAtContention } from "./steps/contention-look";

/** A check every ten seconds costs nothing, and tells within ten seconds that a start is over. */
const STARTUP_PERIOD_SECONDS = 10;

/** The chosen pods' cold start again, and beside it the same with a change, over some dozens of seeds. */
export async function getContentionWhatIf(
  context: Context,
  actor: Actor,
  query: ContentionWhatIfQuery,
): Promise<Result<ContentionWhatIfAnswer>> {
  if (!may(actor, "capacity.see")) return refuse("forbidden");
  const { world } = await lookAtContention(context.cluster);
  const nowMs = await databaseNow(context.db.at);
  const rollouts = rolloutsOf(world);
  const { pods } = scopeOf(world, choiceOf(query, rollouts, nowMs), rollouts);
  const boot = { ...BOOT, coreSeconds: query.bootCoreSeconds ?? BOOT.coreSeconds };
  const now = caseOf(world, pods, boot);
  const base = { boot, backOff: BACK_OFF, serverNowMs: nowMs };
  if ("problem" in now) return ok({ ...base, pods: pods.length, outlook: now });
  return ok({ ...base, pods: now.pods.length, outlook: whatIf(now, changeOf(query)) });
}

function changeOf({ startupSeconds, ...query }: ContentionWhatIfQuery): CaseChange {
  const { requestMilli, limitCores, maxSkew, waveSize, nodeFactor } = query;
  const startup = startupSeconds !== undefined && {
    initialDelay: 0,
    period: STARTUP_PERIOD_SECONDS,
    failureThreshold: Math.ceil(startupSeconds / STARTUP_PERIOD_SECONDS),
  };
  return {
    ...(requestMilli === undefined ? {} : { requestMilli }),
    ...(limitCores === undefined ? {} : { limitCores }),
    ...(maxSkew === undefined ? {} : { maxSkew }),
    ...(waveSize === undefined ? {} : { waveSize }),
    ...(nodeFactor === undefined ? {} : { nodeFactor }),
    ...(startup ? { startup } : {}),
  };
}
