import type { ObjectCondition } from "../world";
import { itemsOf } from "../world-index";
import type { ContendedContainer, ContendedNode, ContendedPod, ContentionWorld } from "./contention-world";
import { lostNodes } from "./pod-end";
import { cpuShares, curvedWeight, linearWeight } from "./cpu-weight";

export interface Amounts {
  readonly requested: number | null;
  readonly allocatable: number | null;
  readonly used: number | null;
}
/** A row of the node table. CPU in cores, memory in bytes; null is unmeasured. */
export interface NodeRow {
  readonly name: string;
  /** gone: pods name it and the cluster does not have it; unknown: the nodes were not read. */
  readonly presence: "present" | "gone" | "unknown";
  readonly newPods: number | null;
  readonly restarts: number | null;
  readonly restartsPerPod: number | null;
  /** Of all restarts, 0 to 1. */
  readonly restartShare: number | null;
  readonly cpu: Amounts;
  readonly memory: Amounts;
  /** null also where guests are young, which may start or not, and where the node does not tell of its pods any more. */
  readonly coldStarting: number | null;
  /** New pods of VMs that began less than ten minutes ago. */
  readonly youngGuests: number | null;
  readonly smallest: SmallestWeight | null;
  readonly isReady: boolean | null;
  readonly isCordoned: boolean | null;
  /** Those that are not as they should be; null: not read. */
  readonly wrongConditions: readonly ObjectCondition[] | null;
}
/** The new pod with the least weight, and what it is left with where every pod of the node wants all CPU. */
export interface SmallestWeight {
  readonly namespace: string;
  readonly pod: string;
  readonly requestCpu: number;
  readonly shares: number;
  readonly linearWeight: number;
  readonly curvedWeight: number;
  /** Of the weights of all pods of the node, 0 to 1. */
  readonly linearShare: number;
  readonly curvedShare: number;
  /** The same in cores; null where the node does not tell its CPU. */
  readonly linearCores: number | null;
  readonly curvedCores: number | null;
}

/** A start that takes longer is no cold start: a kubelet's back-off forgets after the same time. */
const COLD_START_MS = 600_000;

/** Every node and every place that a chosen pod names, by name. */
export function nodeRows(
  world: ContentionWorld,
  chosen: readonly ContendedPod[],
  nowMs: number,
): readonly NodeRow[] {
  const nodes = new Map(itemsOf(world.node).map((node) => [node.name, node]));
  const all = byNode(itemsOf(world.pod).filter(holdsRequests));
  const mine = byNode(chosen);
  const usage = new Map(itemsOf(world.nodeUsage).map((each) => [each.name, each]));
  const total = sumOf(chosen.map(restartsOf));
  const names = [...new Set([...nodes.keys(), ...mine.keys()])].sort();
  const lost = lostNodes(world, names);
  return names.map((name) => {
    const node = nodes.get(name) ?? null;
    const pods = world.pod.state === "known" ? (all.get(name) ?? []) : null;
    const news = world.pod.state === "known" ? (mine.get(name) ?? []) : null;
    const restarts = news && sumOf(news.map(restartsOf));
    const used = usage.get(name);
    return {
      name,
      presence: node ? "present" : world.node.state === "known" ? "gone" : "unknown",
      newPods: news && news.length,
      restarts,
      restartsPerPod: news && restarts !== null && news.length > 0 ? restarts / news.length : null,
      restartShare: restarts !== null && total ? restarts / total : null,
      cpu: amounts(
        node?.allocatableCpu,
        pods?.map(({ requestCpu }) => requestCpu),
        used?.cpu,
      ),
      memory: amounts(
        node?.allocatableMemory,
        pods?.map(({ requestMemory }) => requestMemory),
        used?.memory,
      ),
      ...startsOf(lost.has(name) ? null : news, nowMs),
      smallest: pods && smallestOf(news ?? [], pods, node?.allocatableCpu ?? null),
      isReady: node?.isReady ?? null,
      isCordoned: node?.isCordoned ?? null,
      wrongConditions: node && wrongConditions(node),
    };
  });
}

/** Restarts of all its containers, init containers and sidecars too; null where one of them does not tell. */
export function restartsOf({ containers }: ContendedPod): number | null {
  let sum: number | null = containers.length === 0 ? null : 0;
  for (const { restarts } of containers) sum = sum === null || restarts === null ? null : sum + restarts;
  return sum;
}

/** It runs something, is not Ready, and began less than ten minutes ago. */
export function isColdStarting(pod: ContendedPod, nowMs: number): boolean {
  return (
    pod.isReady === false &&
    isThere(pod) &&
    pod.containers.some((each) => each.isReady !== true && beganLately(each, nowMs))
  );
}

/**
 * The launcher of a VM that began less than ten minutes ago. It is Ready as soon as the guest's process runs, so that
 * nothing of the pod tells when the guest has booted.
 */
function isYoungGuest(pod: ContendedPod, nowMs: number): boolean {
  return (
    pod.isLauncher &&
    pod.isReady === true &&
    isThere(pod) &&
    pod.containers.some((each) => beganLately(each, nowMs))
  );
}

function isThere(pod: ContendedPod): boolean {
  return pod.deletingAtMs === null && holdsRequests(pod);
}

function beganLately({ state }: ContendedContainer, nowMs: number): boolean {
  return state?.kind === "running" && state.startedAtMs !== null && nowMs - state.startedAtMs < COLD_START_MS;
}

function startsOf(
  news: readonly ContendedPod[] | null,
  nowMs: number,
): Pick<NodeRow, "coldStarting" | "youngGuests"> {
  if (news === null) return { coldStarting: null, youngGuests: null };
  const youngGuests = news.filter((pod) => isYoungGuest(pod, nowMs)).length;
  const coldStarting = news.filter((pod) => isColdStarting(pod, nowMs)).length;
  return { coldStarting: youngGuests > 0 ? null : coldStarting, youngGuests };
}

export function holdsRequests({ phase }: Pick<ContendedPod, "phase">): boolean {
  return phase !== "Succeeded" && phase !== "Failed";
}

/** Pods without a node are left out. */
export function byNode(pods: readonly ContendedPod[]): Map<string, ContendedPod[]> {
  const groups = new Map<string, ContendedPod[]>();
  for (const pod of pods) {
    if (pod.nodeName === null) continue;
    const group = groups.get(pod.nodeName);
    if (group) group.push(pod);
    else groups.set(pod.nodeName, [pod]);
  }
  return groups;
}

/** null as soon as one of them is. */
export function sumOf(numbers: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const number of numbers) {
    if (number === null) return null;
    sum += number;
  }
  return sum;
}

function amounts(
  allocatable: number | null = null,
  requests: readonly (number | null)[] | undefined,
  used: number | null = null,
): Amounts {
  return { allocatable, requested: requests ? sumOf(requests) : null, used };
}

function wrongConditions({ conditions }: ContendedNode): ObjectCondition[] {
  return conditions.filter(({ type, status }) => (type === "Ready" ? status !== "True" : status !== "False"));
}

/** Pods compete by the weights of their cgroups; the slices of QoS classes between are left out of the reckoning. */
function smallestOf(
  news: readonly ContendedPod[],
  all: readonly ContendedPod[],
  cores: number | null,
): SmallestWeight | null {
  const told = all.flatMap(({ requestCpu }) => (requestCpu === null ? [] : [cpuShares(requestCpu)]));
  if (told.length < all.length) return null;
  const [least] = news
    .filter(holdsRequests)
    .flatMap((pod) => (pod.requestCpu === null ? [] : [{ pod, requestCpu: pod.requestCpu }]))
    .sort((a, b) => a.requestCpu - b.requestCpu);
  if (!least) return null;
  const shares = cpuShares(least.requestCpu);
  const part = (weight: (shares: number) => number) =>
    weight(shares) / told.reduce((sum, each) => sum + weight(each), 0);
  const [linearShare, curvedShare] = [part(linearWeight), part(curvedWeight)];
  return {
    ...{ namespace: least.pod.namespace, pod: least.pod.name, requestCpu: least.requestCpu, shares },
    ...{ linearWeight: linearWeight(shares), curvedWeight: curvedWeight(shares), linearShare, curvedShare },
    linearCores: cores === null ? null : cores * linearShare,
    curvedCores: cores === null ? null : cores * curvedShare,
  };
}
