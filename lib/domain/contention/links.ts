import { itemsOf } from "../world-index";
import { type CaseFacts, median, milli, nonePlaced } from "./case-facts";
import type { ContendedPod } from "./contention-world";
import { rulesKey } from "./eligible";
import { eligibleNodes } from "./place-again";
import { type Amounts, holdsRequests, type NodeRow, sumOf } from "./placement";
import { requestLowered } from "./request-link";
import type { RestartRow } from "./restarts";
import { waitsOf } from "./waits";
import { figure, type Figure, type Finding, type FindingState, type LinkCode } from "./verdict-codes";

type Link = Finding<LinkCode>;
const BUSY = 0.9;
/** Creations that fall into one boot, where no probe tells how long one may take. */
const BOOT_MS = 60_000;
const REMOVED_MS = 600_000;

/** The chain from a lowered request to a restart loop, each link judged by itself. */
export function linksOf(facts: CaseFacts): readonly Link[] {
  const mine = facts.rows.filter(({ node }) => node === facts.focus?.name);
  return [
    requestLowered(facts),
    crowdedPlacement(facts),
    simultaneousStart(facts),
    starvation(facts),
    budgetExceeded(facts, mine),
    restartLoop(facts, mine),
  ];
}

function link(code: LinkCode, state: FindingState, ...figures: readonly Figure[]): Link {
  return { code, state, figures };
}

/** Crowded: at least three pods, and twice a fair share of the nodes that may take one. */
function crowdedPlacement(facts: CaseFacts): Link {
  const { world, nodes, pods, focus } = facts;
  if (!focus?.newPods) return link("crowded-placement", "unmeasured", nonePlaced(facts));
  const node = focus.name;
  const usable = usableNodes(world, nodes, pods);
  if (usable.length === 1 && world.node.state === "known")
    return link("crowded-placement", "ruled-out", figure("one-node-only", { node }));
  const placed = pods.filter(({ nodeName }) => nodeName !== null).length;
  const even = placed / usable.length;
  const requested = sumOf(
    pods.filter(({ nodeName }) => nodeName === node).map(({ requestCpu }) => requestCpu),
  );
  const figures = [
    figure("pods-on-node", { node, pods: focus.newPods, allPods: placed, even, nodes: usable.length }),
    ...(requested === null ? [] : [figure("requested-by-new", { node, milli: milli(requested) })]),
    ...nothingWaited(world, pods),
  ];
  const isCrowded = focus.newPods >= 3 && focus.newPods >= 2 * even;
  if (isCrowded) return link("crowded-placement", "shown", ...figures);
  return link("crowded-placement", world.node.state === "known" ? "ruled-out" : "unmeasured", ...figures);
}

/** Nodes that hold one of the pods, or that may take one by its rules and have room for what it asks for. */
function usableNodes(
  world: CaseFacts["world"],
  nodes: CaseFacts["nodes"],
  pods: CaseFacts["pods"],
): CaseFacts["nodes"] {
  const { byRules } = eligibleNodes(itemsOf(world.node), pods);
  const shapes = new Map(
    pods.map((pod) => [`${pod.requestCpu} ${pod.requestMemory} ${rulesKey(pod)}`, pod] as const),
  );
  const kinds = [...shapes.values()].map((pod) => ({ pod, names: byRules.get(rulesKey(pod)) }));
  return nodes.filter(
    (node) => node.newPods || kinds.some(({ pod, names }) => names?.has(node.name) && hasRoom(node, pod)),
  );
}

/** What is not told stands in no pod's way. */
function hasRoom({ cpu, memory }: NodeRow, pod: ContendedPod): boolean {
  const isIn = ({ requested, allocatable }: Amounts, asked: number | null) =>
    requested === null || allocatable === null || requested + (asked ?? 0) <= allocatable;
  return isIn(cpu, pod.requestCpu) && isIn(memory, pod.requestMemory);
}

/** The scheduler was content, so that whatever adds nodes had nothing to go by. */
function nothingWaited(world: CaseFacts["world"], pods: CaseFacts["pods"]): Figure[] {
  const { wasPending, longestSeconds: seconds } = waitsOf(world, pods);
  return wasPending === false ? [figure("none-was-pending", { seconds })] : [];
}

/** The most pods of the node that were placed within one boot; shown where that is more than half, and two or more. */
function simultaneousStart(facts: CaseFacts): Link {
  const { world, pods, focus, rows } = facts;
  const mine = pods.filter(({ nodeName }) => focus && nodeName === focus.name);
  const times = mine.map(({ scheduledAtMs, createdAtMs }) => scheduledAtMs ?? createdAtMs);
  const told = times.filter((time) => time !== null).sort((a, b) => a - b);
  if (!focus || told.length === 0) return link("simultaneous-cold-start", "unmeasured", nonePlaced(facts));
  if (told.length < times.length)
    return link("simultaneous-cold-start", "unmeasured", figure("wait-not-told"));
  const budgets = rows.flatMap(({ liveness }) => (liveness ? [liveness.maxSeconds * 1000] : []));
  const windowMs = Math.max(BOOT_MS, median(budgets) ?? 0);
  let most = { pods: 0, seconds: 0 };
  let first = 0;
  told.forEach((time, last) => {
    while (time - (told[first] ?? time) > windowMs) first += 1;
    const count = last - first + 1;
    if (count > most.pods) most = { pods: count, seconds: (time - (told[first] ?? time)) / 1000 };
  });
  const isShown = most.pods >= 2 && most.pods * 2 > told.length;
  return link(
    "simultaneous-cold-start",
    isShown ? "shown" : "ruled-out",
    figure("created-together", { node: focus.name, ...most, of: told.length }),
    figure("cold-starting-now", { node: focus.name, pods: focus.coldStarting }),
    ...(focus.youngGuests ? [figure("young-guests", { node: focus.name, pods: focus.youngGuests })] : []),
    ...removedBefore(world, told[0] ?? 0, told.at(-1) ?? 0),
  );
}

/** Pods that the cluster autoscaler took off a node it wanted to be rid of: their successors then start together. */
function removedBefore(world: CaseFacts["world"], firstMs: number, lastMs: number): Figure[] {
  const events = itemsOf(world.event).filter(
    ({ reason, lastAtMs }) =>
      reason === "ScaleDown" && lastAtMs !== null && lastAtMs >= firstMs - REMOVED_MS && lastAtMs <= lastMs,
  );
  const pods = new Set(events.map(({ namespace, podName }) => `${namespace}/${podName}`)).size;
  return pods > 0 ? [figure("removed-by-scale-down", { pods })] : [];
}

/**
 * Shown: the node's CPU is used up while pods start cold or VMs are young, and the weight of the least leaves it under
 * one core. Ruled out: its weight alone leaves it a core. Metrics are of now, so that what is over cannot be measured.
 */
function starvation(facts: CaseFacts): Link {
  const { focus, neighbours } = facts;
  const code = "starvation-by-weight";
  const beside = neighbours.nodes.find(({ node, pods }) => node === focus?.name && pods > 0);
  const others = beside ? [figure("older-pods-ended", { ...beside })] : [];
  if (!focus?.newPods) return link(code, "unmeasured", nonePlaced(facts));
  if (!focus.smallest) return link(code, "unmeasured", figure("requests-not-told", { node: focus.name }));
  const { name: node, smallest, cpu } = focus;
  const { linearCores, curvedCores } = smallest;
  if (linearCores === null || curvedCores === null || cpu.allocatable === null)
    return link(code, "unmeasured", figure("not-read", { kind: "node" }));
  const cores = Math.max(linearCores, curvedCores);
  const weights = { weightOld: smallest.linearWeight, weightNew: smallest.curvedWeight };
  const share = figure("share-under-contention", { node, milli: milli(cores), ...weights });
  if (Math.min(linearCores, curvedCores) >= 1) return link(code, "ruled-out", share);
  if (cpu.used === null)
    return link(code, "unmeasured", share, figure("not-read", { kind: "nodeUsage" }), ...others);
  const used = figure("node-cpu-used", {
    ...{ node, usedMilli: milli(cpu.used), allocatableMilli: milli(cpu.allocatable) },
  });
  if (!focus.coldStarting && !focus.youngGuests)
    return link(code, "unmeasured", share, used, figure("no-sign-of-use-then"), ...others);
  const isBusy = cpu.used >= BUSY * cpu.allocatable && cores < 1;
  return link(code, isBusy ? "shown" : "unmeasured", share, used, ...others);
}

/** Shown by an event of one kill, or by three runs that fit the budget where nothing says otherwise. */
function budgetExceeded(facts: CaseFacts, mine: readonly RestartRow[]): Link {
  const code = "liveness-budget-exceeded";
  const { focus } = facts;
  if (!focus?.newPods) return link(code, "unmeasured", nonePlaced(facts));
  if (focus.restarts === 0) return link(code, "ruled-out", figure("no-restarts"));
  const restarted = mine.filter(({ restarts }) => restarts !== 0);
  const killed = restarted.filter(({ judgement }) => /^(liveness|startup)-kill$/.test(judgement.cause));
  const shown = killed.filter(({ judgement }) => judgement.certainty === "shown").length;
  const others = restarted.filter(
    ({ judgement }) => judgement.certainty === "shown" && !/^(liveness|startup)-kill$/.test(judgement.cause),
  ).length;
  const figures = [
    figure("killed-by-probe", { shown, likely: killed.length - shown, of: restarted.length }),
    ...budgetFigures(killed),
    ...(others > 0 ? [figure("other-causes", { containers: others, of: restarted.length })] : []),
  ];
  if (shown > 0 || (killed.length >= 3 && others === 0)) return link(code, "shown", ...figures);
  const cannot = restarted.every(({ liveness, startup }) => !liveness && !startup);
  return link(code, cannot || others === restarted.length ? "ruled-out" : "unmeasured", ...figures);
}

function budgetFigures(killed: readonly RestartRow[]): Figure[] {
  const budgets = killed.flatMap(({ liveness, startup }) => startup ?? liveness ?? []);
  const ran = killed.flatMap(({ lastExit }) => lastExit?.ranForMs ?? []).map((ms) => ms / 1000);
  const without = killed.filter(({ startup }) => startup === null).length;
  const range = (least: readonly number[], most: readonly number[]) => ({
    ...{ minSeconds: Math.min(...least), maxSeconds: Math.max(...most) },
  });
  const [mins, maxs] = [budgets.map((each) => each.minSeconds), budgets.map((each) => each.maxSeconds)];
  return [
    ...(budgets.length > 0 ? [figure("probe-budget", range(mins, maxs))] : []),
    ...(ran.length > 0 ? [figure("ran-for", range(ran, ran))] : []),
    ...(without > 0 ? [figure("no-startup-probe", { containers: without, of: killed.length })] : []),
  ];
}

function restartLoop(facts: CaseFacts, mine: readonly RestartRow[]): Link {
  const code = "restart-loop";
  const { focus, pods } = facts;
  if (!focus?.newPods) return link(code, "unmeasured", nonePlaced(facts));
  const looping = mine.filter(({ restarts }) => (restarts ?? 0) >= 2);
  const waiting = mine.filter(({ backOff }) => backOff.isWaiting).length;
  const of = pods
    .filter((pod) => pod.nodeName === focus.name && holdsRequests(pod))
    .reduce((sum, { containers }) => sum + containers.length, 0);
  const most = Math.max(0, ...mine.map(({ restarts }) => restarts ?? 0));
  const isLooping = looping.length > 0 || waiting > 0;
  return link(
    code,
    isLooping ? "shown" : focus.restarts === null ? "unmeasured" : "ruled-out",
    figure("looping", { containers: looping.length, of, most }),
    figure("in-back-off", { containers: waiting }),
  );
}
