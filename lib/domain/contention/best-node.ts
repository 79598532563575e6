/** A node as pods are placed on it; cores and bytes. */
export interface Bin {
  readonly name: string;
  readonly cpu: number;
  readonly memory: number;
  /** What its pods ask for, by which the scheduler filters. */
  askedCpu: number;
  askedMemory: number;
  /** The same, with what a pod that asks for nothing counts for the score. */
  scoredCpu: number;
  scoredMemory: number;
  /** Chosen pods by namespace. */
  readonly chosen: Map<string, number>;
}
/** What pods of one shape ask for, and where they may go, by name. */
export interface Ask {
  readonly cpu: number;
  readonly memory: number;
  readonly scoredCpu: number;
  readonly scoredMemory: number;
  readonly bins: readonly Bin[];
}

/** Weight of PodTopologySpread and InterPodAffinity beside LeastAllocated's 1. */
const SPREAD_WEIGHT = 2;

export function fits({ cpu, memory }: Ask, bin: Bin): boolean {
  return bin.askedCpu + cpu <= bin.cpu && bin.askedMemory + memory <= bin.memory;
}

/** LeastAllocated: the mean of what would be left of CPU and memory, 0 to 100. */
export function scoreOf({ scoredCpu, scoredMemory }: Ask, bin: Bin): number {
  const cpu = 1 - (bin.scoredCpu + scoredCpu) / bin.cpu;
  return (cpu + 1 - (bin.scoredMemory + scoredMemory) / bin.memory) * 50;
}

/** The best score, the first by name where two are equal, with even numbers of a namespace's chosen pods before it. */
export function bestSpread(ask: Ask, namespace: string): Bin | undefined {
  const fitting = ask.bins.filter((bin) => fits(ask, bin));
  let most = 0;
  for (const { chosen } of fitting) most = Math.max(most, chosen.get(namespace) ?? 0);
  let best: Bin | undefined;
  let bestScore = -Infinity;
  for (const bin of fitting) {
    const spread = most > 0 ? (100 * (most - (bin.chosen.get(namespace) ?? 0))) / most : 0;
    const score = scoreOf(ask, bin) + SPREAD_WEIGHT * spread;
    if (score > bestScore) [best, bestScore] = [bin, score];
  }
  return best;
}

interface Entry {
  readonly bin: Bin;
  /** By name. */
  readonly place: number;
  score: number;
}

/**
 * The best nodes for pods of one shape, one after another. A node only fills up, so that a score never rises: what was
 * reckoned earlier is the most that it can be now, and only the first of the heap has to be reckoned anew.
 */
export class BestNodes {
  private readonly heap: Entry[];

  constructor(private readonly ask: Ask) {
    this.heap = ask.bins
      .map((bin, place) => ({ bin, place, score: scoreOf(ask, bin) }))
      .sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  /** undefined: none has room. */
  first(): Bin | undefined {
    for (let top = this.heap[0]; top; top = this.heap[0]) {
      if (!fits(this.ask, top.bin)) {
        this.dropTop();
        continue;
      }
      const score = scoreOf(this.ask, top.bin);
      if (score === top.score) return top.bin;
      top.score = score;
      this.sink();
    }
    return undefined;
  }

  /** What has no room now has none later. */
  private dropTop(): void {
    const last = this.heap.pop();
    if (!last || this.heap.length === 0) return;
    this.heap[0] = last;
    this.sink();
  }

  private sink(): void {
    const { heap } = this;
    for (let place = 0; ;) {
      const [own, left, right] = [heap[place], heap[2 * place + 1], heap[2 * place + 2]];
      if (!own || !left) return;
      const isRight = right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!isBefore(child, own)) return;
      const below = 2 * place + (isRight ? 2 : 1);
      [heap[place], heap[below]] = [child, own];
      place = below;
    }
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.score > b.score || (a.score === b.score && a.place < b.place);
}
