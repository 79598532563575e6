import { CONTENTION_KINDS, type ContentionAnswer, type ContentionQuery } from "@/lib/contracts/contention";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { databaseNow } from "@/lib/db/database";
import { withoutSecrets } from "@/lib/domain/contention/measures/withhold";
import { analyse, type ContentionReport } from "@/lib/domain/contention/report";
import { rolloutsOf } from "@/lib/domain/contention/scope";
import { timelineView } from "@/lib/domain/contention/timeline-view";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Known } from "@/lib/domain/world";
import type { Context } from "./context";
import { choiceOf, lookAtContention } from "./steps/contention-look";
import { unreadKinds, withoutMessages } from "./steps/for-instructors";

/**
 * Where the chosen pods were placed, which restarted, and why. The cluster's own words, and what of a manifest may be
 * secret, are for admins.
 */
export async function getContention(
  context: Context,
  actor: Actor,
  query: ContentionQuery = {},
): Promise<Result<ContentionAnswer<ContentionReport>>> {
  if (!may(actor, "capacity.see")) return refuse("forbidden");
  const { world, ageMs, isStale } = await lookAtContention(context.cluster);
  const nowMs = await databaseNow(context.db.at);
  const rollouts = rolloutsOf(world);
  const report = analyse(world, choiceOf(query, rollouts, nowMs), nowMs, rollouts);
  return ok({
    asOfMs: Math.round(nowMs - ageMs),
    isStale,
    namespaces: namespacesOf(world.pod),
    report: may(actor, "log.see") ? report : forInstructors(report),
    maySeeLogs: may(actor, "log.see"),
    unread: unreadKinds(world, CONTENTION_KINDS),
    serverNowMs: nowMs,
  });
}

/** The same as a page draws it. */
export async function getContentionPage(
  context: Context,
  actor: Actor,
  query: ContentionQuery,
): Promise<Result<ContentionAnswer>> {
  const whole = await getContention(context, actor, query);
  if (!whole.ok) return whole;
  const { report } = whole.value;
  return ok({ ...whole.value, report: { ...report, timeline: timelineView(report.timeline) } });
}

function forInstructors(report: ContentionReport): ContentionReport {
  return withoutMessages({ ...report, measures: withoutSecrets(report.measures) });
}

function namespacesOf(pod: Known<{ readonly namespace: string }>): string[] | null {
  if (pod.state !== "known") return null;
  return [...new Set(pod.items.map(({ namespace }) => namespace))].sort();
}
