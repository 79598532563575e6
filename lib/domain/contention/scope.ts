import { itemsOf, placeOf } from "../world-index";
import type { ContendedPod, ContentionWorld, DeploymentFacts, ReplicaSetFacts } from "./contention-world";
import { matches, parseSelector, type SelectorProblem } from "./selector";

/** Which pods an analysis is about; all parts must hold. */
export interface ContentionChoice {
  /** Empty: all that were read. */
  readonly namespaces: readonly string[];
  /** Of labels, as `kubectl -l` takes it; empty: all. */
  readonly selector: string;
  /** When the pod was created, epoch milliseconds, both ends included; null: open. Not looked at with a rollout. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Id of a rollout: only the pods of its new ReplicaSets. */
  readonly rollout: string | null;
  /** labs: only lab pods and launchers of VMs. */
  readonly only: "all" | "labs";
}

/** Deployments whose new ReplicaSets appeared together. */
export interface Rollout {
  readonly id: string;
  readonly startedAtMs: number;
  /** When the last of its ReplicaSets appeared. */
  readonly lastAtMs: number;
  readonly parts: readonly RolloutPart[];
}
export interface RolloutPart {
  readonly namespace: string;
  readonly deployment: string;
  readonly replicaSet: string;
  readonly replicaSetUid: string;
  readonly revision: number | null;
  readonly startedAtMs: number;
}

export type ScopeProblem =
  SelectorProblem | { readonly code: "rollout-not-found"; readonly params: { readonly rollout: string } };

export interface Scope {
  readonly problem: ScopeProblem | null;
  readonly pods: readonly ContendedPod[];
  /** Pods that a window left out because they do not tell when they were created. */
  readonly undatedPods: number;
}

/** ReplicaSets that appear within so long are one rollout. */
const TOGETHER_MS = 120_000;

/** The pods that were chosen; none, and why, where the choice cannot be followed. */
export function scopeOf(
  world: Pick<ContentionWorld, "pod">,
  choice: ContentionChoice,
  rollouts: readonly Rollout[],
): Scope {
  const read = parseSelector(choice.selector);
  if ("code" in read) return { problem: read, pods: [], undatedPods: 0 };
  const rollout = rollouts.find(({ id }) => id === choice.rollout);
  if (choice.rollout !== null && !rollout)
    return {
      problem: { code: "rollout-not-found", params: { rollout: choice.rollout } },
      pods: [],
      undatedPods: 0,
    };
  const sets = rollout && new Set(rollout.parts.map(({ replicaSetUid }) => replicaSetUid));
  const candidates = itemsOf(world.pod).filter(
    (pod) =>
      (choice.namespaces.length === 0 || choice.namespaces.includes(pod.namespace)) &&
      (choice.only === "all" || pod.isLauncher || pod.isManaged) &&
      matches(read.selector, pod.labels),
  );
  if (sets)
    return {
      problem: null,
      pods: candidates.filter(({ owner }) => owner && sets.has(owner.uid)),
      undatedPods: 0,
    };
  const hasWindow = choice.fromMs !== null || choice.toMs !== null;
  return {
    problem: null,
    pods: candidates.filter((pod) => isWithin(pod.createdAtMs, choice)),
    undatedPods: hasWindow ? candidates.filter(({ createdAtMs }) => createdAtMs === null).length : 0,
  };
}

function isWithin(atMs: number | null, { fromMs, toMs }: ContentionChoice): boolean {
  if (fromMs === null && toMs === null) return true;
  return atMs !== null && (fromMs === null || atMs >= fromMs) && (toMs === null || atMs <= toMs);
}

/** All rollouts that can be told, the latest first; none where ReplicaSets or Deployments are unknown. */
export function rolloutsOf(world: Pick<ContentionWorld, "replicaSet" | "deployment" | "pod">): Rollout[] {
  const deployed = new Set(itemsOf(world.deployment).map(placeOf));
  const firstPods = new Map<string, number>();
  for (const { owner, createdAtMs } of itemsOf(world.pod))
    if (owner && createdAtMs !== null)
      firstPods.set(owner.uid, Math.min(createdAtMs, firstPods.get(owner.uid) ?? Infinity));
  const parts = [...setsByDeployment(itemsOf(world.replicaSet))]
    .filter(([place]) => deployed.has(place))
    .flatMap(([, sets]) => partOf(sets, firstPods))
    .sort((a, b) => a.startedAtMs - b.startedAtMs || (a.replicaSet < b.replicaSet ? -1 : 1));
  const groups: RolloutPart[][] = [];
  for (const part of parts) {
    const group = groups.at(-1);
    if (group?.[0] && part.startedAtMs - group[0].startedAtMs <= TOGETHER_MS) group.push(part);
    else groups.push([part]);
  }
  return groups.flatMap(rolloutOf).reverse();
}

/** A rollback takes an old ReplicaSet up again: then its first pod tells when. */
function partOf(
  sets: readonly ReplicaSetFacts[],
  firstPods: ReadonlyMap<string, number>,
): readonly RolloutPart[] {
  const [set] = sets;
  if (!set?.deployment) return [];
  const isRollback = sets.some(({ createdAtMs }) => (createdAtMs ?? 0) > (set.createdAtMs ?? 0));
  const startedAtMs = isRollback ? (firstPods.get(set.uid) ?? null) : set.createdAtMs;
  if (startedAtMs === null) return [];
  const { namespace, deployment, name, uid, revision } = set;
  return [{ namespace, deployment, replicaSet: name, replicaSetUid: uid, revision, startedAtMs }];
}

function rolloutOf(parts: readonly RolloutPart[]): readonly Rollout[] {
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) return [];
  const id = `${first.namespace}/${first.replicaSet}@${first.startedAtMs}`;
  return [{ id, startedAtMs: first.startedAtMs, lastAtMs: last.startedAtMs, parts }];
}

/** By "namespace/deployment", the newest revision first. */
export function setsByDeployment(sets: readonly ReplicaSetFacts[]): Map<string, ReplicaSetFacts[]> {
  const groups = new Map<string, ReplicaSetFacts[]>();
  for (const set of sets) {
    if (set.deployment === null) continue;
    const place = placeOf({ namespace: set.namespace, name: set.deployment });
    groups.set(place, [...(groups.get(place) ?? []), set]);
  }
  for (const group of groups.values())
    group.sort(
      (a, b) => (b.revision ?? -1) - (a.revision ?? -1) || (b.createdAtMs ?? 0) - (a.createdAtMs ?? 0),
    );
  return groups;
}

/** The Deployments that own the pods. */
export function deploymentsOf(
  world: Pick<ContentionWorld, "replicaSet" | "deployment">,
  pods: readonly ContendedPod[],
): DeploymentFacts[] {
  const owners = new Set(pods.map(({ owner }) => owner?.uid));
  const places = new Set(
    itemsOf(world.replicaSet).flatMap(({ uid, namespace, deployment }) =>
      deployment !== null && owners.has(uid) ? [placeOf({ namespace, name: deployment })] : [],
    ),
  );
  return itemsOf(world.deployment).filter((each) => places.has(placeOf(each)));
}
