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
  const isChosen = namespaces.length > 0 || selector !== "" || sinceMinutes !== undefined || only !== "all";
  const latest = isChosen ? undefined : rollouts[0]?.id;
  const minutes = sinceMinutes ?? HOUR_MINUTES;
  return {
    ...{ namespaces, selector, only, rollout: rollout ?? latest ?? null },
    fromMs: nowMs - minutes * 60_000,
    toMs: null,
  };
}
