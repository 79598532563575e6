import { itemsOf } from "../world-index";
import { type Ask, BestNodes, bestSpread, type Bin } from "./best-node";
import type { ContendedNode, ContendedPod, ContentionWorld } from "./contention-world";
import { mayRunOn, rulesKey } from "./eligible";
import { holdsRequests } from "./placement";

/** What a pod without a request counts for the scheduler's score (pod_resources.go), cores and bytes. */
const DEFAULT_CPU = 0.1;
const DEFAULT_MEMORY = 200 * 2 ** 20;

/** What is otherwise than it was; left out: as it was. */
export interface PlacementRule {
  /** Cores that a pod asks for. */
  readonly requestOf?: (pod: ContendedPod) => number | null;
  /** A soft constraint over the nodes that takes all chosen pods of a namespace as one group. */
  readonly isSpread?: boolean;
  /** Pods of a lower rank are placed before all of a higher one. */
  readonly rankOf?: (pod: ContendedPod) => number;
}
export interface Placement {
  /** Nodes that could take one of the pods. */
  readonly nodes: readonly string[];
  readonly places: readonly { readonly pod: ContendedPod; readonly node: string | null }[];
}

/**
 * The node that each chosen pod would get if all were placed anew, one after another as they were created, by
 * LeastAllocated: the mean of what is left of CPU and memory by request. Image locality and affinity to pods are not
 * known to it, and where the scheduler draws lots among equals this takes the fraction. A pod of a DaemonSet stays where
 * it is. null: a figure that it needs is not told.
 */
export function placeEach(
  world: Pick<ContentionWorld, "node" | "pod">,
  chosen: readonly ContendedPod[],
  rule: PlacementRule,
): Placement | null {
  const moving = chosen.filter((pod) => pod.owner?.kind !== "DaemonSet" && holdsRequests(pod));
  const found = binsOf(world, moving);
  if (found === null) return null;
  const { bins, allowed } = found;
  const rankOf = rule.rankOf ?? (() => 0);
  const order = moving
    .map((pod) => ({ pod, rank: rankOf(pod) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        (a.pod.createdAtMs ?? 0) - (b.pod.createdAtMs ?? 0) ||
        (a.pod.name < b.pod.name ? -1 : 1),
    );
  const shapes: Placing["shapes"] = new Map();
  const places = order.map(({ pod }) => ({ pod, node: put(pod, { shapes, allowed, rule })?.name ?? null }));
  const staying = chosen
    .filter((pod) => pod.owner?.kind === "DaemonSet" && holdsRequests(pod))
    .map((pod) => ({ pod, node: pod.nodeName }));
  return { nodes: bins.map(({ name }) => name), places: [...places, ...staying] };
}

/** Pods by node; a node that takes none has 0. */
export function placedByNode({ nodes, places }: Placement): Readonly<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(nodes.map((name) => [name, 0]));
  for (const { node } of places) if (node !== null) counts[node] = (counts[node] ?? 0) + 1;
  return counts;
}

/** What pods of one kind ask for, and where they go next. */
interface Shape {
  readonly ask: Ask;
  readonly nodes: BestNodes;
}
interface Placing {
  /** By the nodes that may be used, then by what is asked for. */
  readonly shapes: Map<readonly Bin[], Map<number, Map<number, Shape>>>;
  readonly allowed: (pod: ContendedPod) => readonly Bin[];
  readonly rule: PlacementRule;
}

/** Books a pod on the node with the best score; undefined: none has room for it. */
function put(pod: ContendedPod, { shapes, allowed, rule }: Placing): Bin | undefined {
  const cpu = (rule.requestOf ? rule.requestOf(pod) : pod.requestCpu) ?? 0;
  const memory = pod.requestMemory ?? 0;
  const shape = shapeOf(shapes, allowed(pod), cpu, memory);
  const best = rule.isSpread ? bestSpread(shape.ask, pod.namespace) : shape.nodes.first();
  if (!best) return undefined;
  book(best, { requestCpu: cpu, requestMemory: memory });
  best.chosen.set(pod.namespace, (best.chosen.get(pod.namespace) ?? 0) + 1);
  return best;
}

/** Maps in maps: a text for each of 10,000 pods costs more than all else here. */
function shapeOf(shapes: Placing["shapes"], bins: readonly Bin[], cpu: number, memory: number): Shape {
  const byCpu = entryOf(shapes, bins, () => new Map<number, Map<number, Shape>>());
  const byMemory = entryOf(byCpu, cpu, () => new Map<number, Shape>());
  return entryOf(byMemory, memory, () => {
    const ask = { cpu, memory, scoredCpu: cpu || DEFAULT_CPU, scoredMemory: memory || DEFAULT_MEMORY, bins };
    return { ask, nodes: new BestNodes(ask) };
  });
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

function book(
  bin: Bin,
  { requestCpu, requestMemory }: { readonly requestCpu: number; readonly requestMemory: number },
): void {
  bin.askedCpu += requestCpu;
  bin.askedMemory += requestMemory;
  bin.scoredCpu += requestCpu || DEFAULT_CPU;
  bin.scoredMemory += requestMemory || DEFAULT_MEMORY;
}

/** Nodes that may take one of the pods, by name, with what else is on them, and those of each pod. */
function binsOf(
  world: Pick<ContentionWorld, "node" | "pod">,
  chosen: readonly ContendedPod[],
): { bins: readonly Bin[]; allowed: Placing["allowed"] } | null {
  if (world.node.state !== "known" || world.pod.state !== "known") return null;
  const nodes = eligibleNodes(world.node.items, chosen);
  const told = nodes.all.flatMap(({ name, allocatableCpu: cpu, allocatableMemory: memory }): Bin[] =>
    cpu === null || memory === null
      ? []
      : [
          {
            ...{ name, cpu, memory, askedCpu: 0, askedMemory: 0, scoredCpu: 0, scoredMemory: 0 },
            chosen: new Map(),
          },
        ],
  );
  if (told.length === 0 || told.length < nodes.all.length) return null;
  const bins = new Map(told.map((bin) => [bin.name, bin]));
  const mine = new Set(chosen.map(({ uid }) => uid));
  for (const pod of itemsOf(world.pod)) {
    const bin = pod.nodeName === null ? undefined : bins.get(pod.nodeName);
    if (!bin || mine.has(pod.uid) || !holdsRequests(pod)) continue;
    const { requestCpu, requestMemory } = pod;
    if (requestCpu === null || requestMemory === null) return null;
    book(bin, { requestCpu, requestMemory });
  }
  const allowed = new Map<string, readonly Bin[]>(
    [...nodes.byRules].map(([key, names]) => [key, told.filter(({ name }) => names.has(name))]),
  );
  return { bins: told, allowed: (pod) => allowed.get(rulesKey(pod)) ?? [] };
}

/** Nodes that may take one of the pods, by name; and by the pods' rules the names of theirs. */
export function eligibleNodes(
  nodes: readonly ContendedNode[],
  pods: readonly ContendedPod[],
): { readonly all: readonly ContendedNode[]; readonly byRules: ReadonlyMap<string, ReadonlySet<string>> } {
  const byRules = new Map<string, ReadonlySet<string>>();
  for (const pod of pods) {
    const key = rulesKey(pod);
    if (byRules.has(key)) continue;
    byRules.set(key, new Set(nodes.filter((node) => mayRunOn(pod, node)).map(({ name }) => name)));
  }
  const open = [...byRules.values()];
  const all = nodes.filter(({ name }) => open.some((names) => names.has(name)));
  return { all: all.toSorted((a, b) => (a.name < b.name ? -1 : 1)), byRules };
}
