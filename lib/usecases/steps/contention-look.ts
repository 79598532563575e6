import type { ContentionQuery } from "@/lib/contracts/contention";
import type { Cluster } from "@/lib/cluster/cluster";
import type { ContentionWorld } from "@/lib/domain/contention/contention-world";
import { type ContentionChoice, rolloutsOf } from "@/lib/domain/contention/scope";
import { sharedLook } from "./shared-look";

const looks = sharedLook((cluster) => cluster.readContentionWorld());

/** The cluster as an analysis sees it, asked at most every 5 s per process, with how old the answer is. Never throws. */
export async function lookAtContention(
  cluster: Cluster,
): Promise<{ readonly world: ContentionWorld; readonly ageMs: number }> {
  return looks(cluster);
}

const HOUR_MINUTES = 60;

/** What was asked for; without a choice the latest rollout that can be told, else the pods of the last hour. */
export function choiceOf(query: ContentionQuery, world: ContentionWorld, nowMs: number): ContentionChoice {
  const { namespaces = [], selector = "", sinceMinutes, rollout, only = "all" } = query;
  const isChosen = namespaces.length > 0 || selector !== "" || sinceMinutes !== undefined || only !== "all";
  const latest = isChosen ? undefined : rolloutsOf(world)[0]?.id;
  const minutes = sinceMinutes ?? HOUR_MINUTES;
  return {
    ...{ namespaces, selector, only, rollout: rollout ?? latest ?? null },
    fromMs: nowMs - minutes * 60_000,
    toMs: null,
  };
}
