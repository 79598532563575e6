import { itemsOf, placeOf } from "../../world-index";
import type { ContendedPod, ContentionWorld, ProbeRule } from "../contention-world";
import { eligibleNodes } from "../place-again";
import { byNode, holdsRequests, sumOf } from "../placement";

import {
  type BootWork,
  type CaseNode,
  type CasePod,
  type CaseProbe,
  type ColdStartCase,
  LEAST_CORES,
} from "./case";
import { BACK_OFF, BOOT, STOP_SECONDS } from "./incident";

/** More are not reckoned: 48 runs of so many take about a second, and of three times as many twenty. */
export const MOST_PODS = 100;
export const CASE_PROBLEMS = ["no-pods", "too-many-pods", "nodes-unknown"] as const;
export type CaseProblem = (typeof CASE_PROBLEMS)[number];

/**
 * The chosen pods as a case to be changed: on the nodes that hold one of them or could, each with the CPU that others
 * leave there (by metrics; all that it can give away where there are none), started anew as they were created.
 */
export function caseOf(
  world: ContentionWorld,
  chosen: readonly ContendedPod[],
  boot: BootWork = BOOT,
): ColdStartCase | { readonly problem: CaseProblem } {
  const placed = chosen.filter((pod) => pod.nodeName !== null && holdsRequests(pod));
  if (placed.length === 0) return { problem: "no-pods" };
  if (placed.length > MOST_PODS) return { problem: "too-many-pods" };
  const nodes = nodesOf(world, placed);
  if (nodes === null) return { problem: "nodes-unknown" };
  const byCreation = [...placed].sort((a, b) => (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0));
  const times = byCreation.flatMap(({ createdAtMs }) => createdAtMs ?? []);
  const seconds = times.length > 1 ? ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000 : 0;
  return {
    ...{ nodes, pods: byCreation.map(podOf), boot, createdWithin: Math.min(600, seconds) },
    ...{ waveSize: null, maxSkew: null, backOff: BACK_OFF, stopSeconds: STOP_SECONDS, horizonSeconds: 7200 },
  };
}

function nodesOf(world: ContentionWorld, placed: readonly ContendedPod[]): CaseNode[] | null {
  const mine = new Set(placed.map(({ uid }) => uid));
  const holding = new Set(placed.map(({ nodeName }) => nodeName));
  const usage = new Map(itemsOf(world.nodeUsage).map(({ name, cpu }) => [name, cpu]));
  const podUsage = new Map(itemsOf(world.podUsage).map((each) => [placeOf(each), each.cpu]));
  const own = byNode(placed);
  const others = byNode(itemsOf(world.pod).filter((pod) => !mine.has(pod.uid) && holdsRequests(pod)));
  const open = new Set(eligibleNodes(itemsOf(world.node), placed).all.map(({ name }) => name));
  const nodes = itemsOf(world.node).filter(({ name }) => holding.has(name) || open.has(name));
  const told = nodes.flatMap(({ name, allocatableCpu }) => {
    if (allocatableCpu === null || allocatableCpu <= 0) return [];
    const ownUse = (own.get(name) ?? []).map((pod) => -(podUsage.get(placeOf(pod)) ?? 0));
    const used = sumOf([usage.get(name) ?? null, ...ownUse]);
    const requested = (others.get(name) ?? []).reduce((sum, { requestCpu }) => sum + (requestCpu ?? 0), 0);
    return {
      name,
      cores: Math.max(LEAST_CORES, allocatableCpu - Math.max(0, used ?? 0)),
      allocatableMilli: allocatableCpu * 1000,
      requestedMilli: requested * 1000,
    };
  });
  const names = new Set(told.map(({ name }) => name));
  return [...holding].every((name) => name !== null && names.has(name)) ? told : null;
}

/** The container that is probed stands for the pod; without one, the first. */
function podOf(pod: ContendedPod): CasePod {
  const apps = pod.containers.filter(({ role }) => role === "app");
  const main = apps.find(({ liveness, startup }) => liveness ?? startup) ?? apps[0];
  return {
    node: pod.nodeName,
    requestMilli: Math.round((pod.requestCpu ?? 0) * 1000),
    limitCores: main?.limitCpu ?? null,
    liveness: probeOf(main?.liveness),
    startup: probeOf(main?.startup),
  };
}

function probeOf(rule: ProbeRule | null | undefined): CaseProbe | null {
  if (!rule) return null;
  const { initialDelaySeconds: initialDelay, periodSeconds: period, failureThreshold } = rule;
  return { initialDelay, period, failureThreshold };
}
