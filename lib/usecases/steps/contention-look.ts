import type { ContentionQuery } from "@/lib/contracts/contention";
import type { Cluster } from "@/lib/cluster/cluster";
import type { ViewedContention } from "@/lib/cluster/view/cluster-view";
import type { ContentionChoice, Rollout } from "@/lib/domain/contention/scope";

/** The cluster as an analysis sees it, asked at most every 5 s per process, with how old the answer is. Never throws. */
export function lookAtContention({ view }: Cluster): Promise<ViewedContention> {
  return view.contention();
}

const HOUR_MINUTES = 60;

/** What was asked for; without a choice the latest of the rollouts, else the pods of the last hour. */
export function choiceOf(
  query: ContentionQuery,
  rollouts: readonly Rollout[],
  nowMs: number,
): ContentionChoice {
  const { namespaces = [], selector = "", sinceMinutes, rollout, only = "all" } = query;
  const window = windowOf(query, nowMs);
  const isTimed = sinceMinutes !== undefined || query.fromMs !== undefined || query.toMs !== undefined;
  const isChosen = namespaces.length > 0 || selector !== "" || isTimed || only !== "all";
  const latest = isChosen ? undefined : rollouts[0]?.id;
  return { namespaces, selector, only, rollout: rollout ?? latest ?? null, ...window };
}

/** Two moments go before a length of time. */
function windowOf(
  { fromMs, toMs, sinceMinutes = HOUR_MINUTES }: ContentionQuery,
  nowMs: number,
): Pick<ContentionChoice, "fromMs" | "toMs"> {
  if (fromMs === undefined && toMs === undefined)
    return { fromMs: nowMs - sinceMinutes * 60_000, toMs: null };
  return { fromMs: fromMs ?? null, toMs: toMs ?? null };
}
