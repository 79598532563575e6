import type { Knowledge } from "../world";
import { alternativesOf } from "./alternatives";
import { autoscalersOf, type AutoscalerFinding } from "./autoscalers";
import { focusOf, requestChanges, type CaseFacts, type RequestChange } from "./case-facts";
import { concentrationOf, type Concentration } from "./concentration";
import type { ContendedPod, ContentionWorld, Qos } from "./contention-world";
import { measuresFor } from "./counter-measures";
import { type DependencySign, dependencySigns } from "./dependency";
import { impactOf, type Impact } from "./impact";
import { linksOf } from "./links";
import type { Measure } from "./measures/measure";
import { type StarvedAgents, starvedAgents } from "./measures/starved-agents";
import { neighboursOf, type Neighbours } from "./neighbours";
import { holdsRequests, isColdStarting, nodeRows, restartsOf, type NodeRow } from "./placement";
import { lostNodes } from "./pod-end";
import { restartRows, type RestartRow } from "./restarts";
import { rolloutsOf, scopeOf, type ContentionChoice, type Rollout, type ScopeProblem } from "./scope";
import { timelineOf, type TimelineMark } from "./timeline";
import type { AlternativeCode, Finding, LinkCode } from "./verdict-codes";

/** An analysis as plain JSON. Where `problem` is set the choice could not be followed, and no pod was looked at. */
export interface ContentionReport {
  readonly nowMs: number;
  readonly choice: ContentionChoice;
  readonly problem: ScopeProblem | null;
  readonly undatedPods: number;
  readonly knowledge: Readonly<Record<keyof ContentionWorld, Knowledge>>;
  /** All that were found, the latest first, whatever was chosen. */
  readonly rollouts: readonly Rollout[];
  readonly nodes: readonly NodeRow[];
  readonly pods: readonly PodCell[];
  readonly restarts: readonly RestartRow[];
  /** Older pods on the same nodes. */
  readonly neighbours: Neighbours;
  readonly concentration: Concentration;
  /** The node that links and alternatives are about; null: none. */
  readonly focus: string | null;
  readonly links: readonly Finding<LinkCode>[];
  readonly alternatives: readonly Finding<AlternativeCode>[];
  /** Pods that ended with words of a connection that failed. */
  readonly dependencySigns: readonly DependencySign[];
  readonly requestChanges: readonly RequestChange[];
  readonly timeline: readonly TimelineMark[];
  readonly impact: readonly Impact[];
  /** Of the chosen pods, the most common first; null: their status does not tell. */
  readonly qos: readonly { readonly qos: Qos | null; readonly pods: number }[];
  readonly autoscalers: readonly AutoscalerFinding[];
  readonly measures: readonly Measure[];
  /** A hint: requests too low for agents that start with a JVM; null: none seen. */
  readonly starvedAgents: StarvedAgents | null;
}

/** What all tables and texts are written from; the marks of the timeline are drawn only. */
export type UntimedReport = Omit<ContentionReport, "timeline">;

export const POD_STATES = [
  "ready",
  "starting",
  "back-off",
  "not-ready",
  "no-node",
  "deleting",
  "finished",
  "node-lost", // its node does not tell of it any more
  "unknown",
] as const;
export type PodState = (typeof POD_STATES)[number];
/** A cell of the picture of nodes. */
export interface PodCell {
  readonly namespace: string;
  readonly name: string;
  readonly node: string | null;
  readonly state: PodState;
  readonly restarts: number | null;
  readonly createdAtMs: number | null;
  readonly qos: Qos | null;
}

/**
 * The whole analysis of a choice of pods at one moment. It never throws: what is not known is said as such.
 * `rollouts`: those of this world, where the choice was made among them already.
 */
export function analyse(
  world: ContentionWorld,
  choice: ContentionChoice,
  nowMs: number,
  rollouts: readonly Rollout[] = rolloutsOf(world),
): ContentionReport {
  const { problem, pods, undatedPods } = scopeOf(world, choice, rollouts);
  const nodes = nodeRows(world, pods, nowMs);
  const rows = restartRows(world, pods, nowMs);
  const concentration = concentrationIn(world, pods);
  const changes = requestChanges(world, pods);
  const focus = focusOf(nodes, concentration);
  const neighbours = neighboursOf(world, pods, nowMs);
  const facts: CaseFacts = { world, nowMs, pods, nodes, rows, neighbours, concentration, changes, focus };
  const links = linksOf(facts);
  const signs = dependencySigns(pods);
  return {
    ...{ nowMs, choice, problem, undatedPods, knowledge: knowledgeOf(world), rollouts, nodes },
    pods: cellsOf(world, pods, nowMs),
    ...{ restarts: rows, neighbours, concentration, focus: focus?.name ?? null },
    ...{ links, alternatives: alternativesOf(facts, signs), dependencySigns: signs, requestChanges: changes },
    ...{ timeline: timelineOf(world, pods), impact: impactOf(world, pods) },
    qos: qosCounts(pods),
    autoscalers: autoscalersOf(world, pods),
    measures: measuresFor(facts, links, nowMs),
    starvedAgents: starvedAgents(pods),
  };
}

function concentrationIn({ pod }: ContentionWorld, pods: readonly ContendedPod[]): Concentration {
  const placed = pods.flatMap((each) =>
    each.nodeName === null ? [] : [{ node: each.nodeName, restarts: restartsOf(each) }],
  );
  const found = concentrationOf(placed, pods.length - placed.length);
  return pod.state === "known" ? found : { ...found, state: "not-read" };
}

function knowledgeOf(world: ContentionWorld): ContentionReport["knowledge"] {
  const entries = Object.entries(world).map(([kind, { state }]) => [kind, state]);
  return Object.fromEntries(entries) as ContentionReport["knowledge"];
}

function qosCounts(pods: readonly ContendedPod[]): ContentionReport["qos"] {
  const counts = new Map<Qos | null, number>();
  for (const { qos } of pods) counts.set(qos, (counts.get(qos) ?? 0) + 1);
  return [...counts].map(([qos, count]) => ({ qos, pods: count })).sort((a, b) => b.pods - a.pods);
}

function cellsOf(world: ContentionWorld, pods: readonly ContendedPod[], nowMs: number): readonly PodCell[] {
  const lost = lostNodes(
    world,
    pods.flatMap(({ nodeName }) => nodeName ?? []),
  );
  return pods.map((pod) => {
    const { namespace, name, nodeName: node, createdAtMs, qos } = pod;
    const isLost = node !== null && lost.has(node) && holdsRequests(pod);
    const state = isLost ? "node-lost" : stateOf(pod, nowMs);
    return { namespace, name, node, state, restarts: restartsOf(pod), createdAtMs, qos };
  });
}

function stateOf(pod: ContendedPod, nowMs: number): PodState {
  if (pod.deletingAtMs !== null) return "deleting";
  if (pod.phase === "Succeeded" || pod.phase === "Failed") return "finished";
  if (pod.nodeName === null) return "no-node";
  if (pod.isReady === true) return "ready";
  const isBackingOff = pod.containers.some(
    ({ state }) => state?.kind === "waiting" && state.reason === "CrashLoopBackOff",
  );
  if (isBackingOff) return "back-off";
  if (isColdStarting(pod, nowMs)) return "starting";
  return pod.isReady === false ? "not-ready" : "unknown";
}
