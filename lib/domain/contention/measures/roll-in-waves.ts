import type { ContendedPod } from "../contention-world";
import { placeEach, type Placement } from "../place-again";
import { effectIn, type MeasureCase, measureOf } from "./case-measures";
import type { Measure, Placed } from "./measure";
import type { OwnPatch, Workload } from "./workloads";

export const SYNC_WAVE = "argocd.argoproj.io/sync-wave";
/** What has no annotation is in wave 0: Secrets, ConfigMaps and the like, which are to be there before. */
const FIRST_WAVE = 1;

/**
 * Waves of so many new pods that one node had a core for each if all of a wave came there. A Deployment with more pods
 * than that has a wave of its own, and brings up so many at a time.
 */
export function rollInWaves(given: MeasureCase): Measure | null {
  const { allocatable = null, requested = null } = given.facts.focus?.cpu ?? {};
  if (allocatable === null) return null;
  const size = Math.max(1, Math.floor(allocatable - (requested ?? 0)));
  const waveOf = wavesOf(given.workloads, size);
  const patches = [...waveOf].map(([workload, wave]): OwnPatch => {
    const annotations = { [SYNC_WAVE]: String(wave) };
    return { workload, params: { wave }, patch: { metadata: { annotations }, ...slowed(workload, size) } };
  });
  if (patches.length === 0) return null;
  return measureOf(given, patches, {
    ...{ code: "waves", against: "simultaneous-cold-start" },
    params: { size, waves: new Set(waveOf.values()).size, basis: "node-cores" },
    effect: effectInWaves(given, waveOf, size),
  });
}

/** In the order of the waves that they have, then by name; each takes as many pods as start at once. */
function wavesOf(workloads: readonly Workload[], size: number): ReadonlyMap<Workload, number> {
  const ofNow = ({ deployment }: Workload) => Number(deployment?.annotations[SYNC_WAVE] ?? 0) || 0;
  const inOrder = workloads
    .filter(({ kind }) => kind !== "DaemonSet")
    .toSorted((a, b) => ofNow(a) - ofNow(b));
  const waves = new Map<Workload, number>();
  let wave = FIRST_WAVE;
  let taken = 0;
  for (const workload of inOrder) {
    const count = Math.min(size, startingAtOnce(workload));
    if (taken > 0 && taken + count > size) [wave, taken] = [wave + 1, 0];
    waves.set(workload, wave);
    taken += count;
  }
  return waves;
}

/** A StatefulSet replaces one pod after the other. */
function startingAtOnce({ kind, pods }: Workload): number {
  return kind === "Deployment" ? pods.length : 1;
}

/** What holds a rolling update of more pods than a wave has to the wave's size. */
function slowed({ deployment, pods }: Workload, size: number): object {
  if (deployment?.strategy !== "RollingUpdate" || pods.length <= size) return {};
  const rollingUpdate = { maxSurge: size, maxUnavailable: 0 };
  return { spec: { strategy: { type: "RollingUpdate", rollingUpdate } } };
}

/** Waves move no pod by themselves: they bound how many start together, wherever they come. */
function effectInWaves(
  given: MeasureCase,
  waveOf: ReadonlyMap<Workload, number>,
  size: number,
): Measure["effect"] {
  const { world, pods } = given.facts;
  const waves = new Map(
    [...waveOf].flatMap(([{ pods: mine }, wave]) => mine.map(({ uid }) => [uid, wave] as const)),
  );
  const rankOf = ({ uid }: ContendedPod) => waves.get(uid) ?? 0;
  const placement = placeEach(world, pods, { rankOf });
  const effect = effectIn(given, placement);
  if (effect === null || placement === null) return null;
  return { ...effect, together: { before: effect.before, after: mostTogether(placement, rankOf, size) } };
}

function mostTogether(
  { nodes, places }: Placement,
  rankOf: (pod: ContendedPod) => number,
  size: number,
): Placed {
  const counts = new Map<string, number>();
  const most: Record<string, number> = Object.fromEntries(nodes.map((name) => [name, 0]));
  for (const { pod, node } of places) {
    if (node === null) continue;
    const key = `${rankOf(pod)}/${node}`;
    const count = Math.min(size, (counts.get(key) ?? 0) + 1);
    counts.set(key, count);
    most[node] = Math.max(most[node] ?? 0, count);
  }
  return most;
}
