import { isOverPromised, type SeenNode } from "./node-words";

/** Why a node is looked at before others, the worst first. */
const TROUBLES = ["not-ready", "unmeasured", "crowded", "closed", "none"] as const;
type Trouble = (typeof TROUBLES)[number];

export function troubleOf(node: SeenNode): Trouble {
  const { isReady, isCordoned, isSchedulable, taints, conditions, memory, cpu } = node;
  if (!isReady) return "not-ready";
  if (memory.free === null || cpu.free === null) return "unmeasured";
  if (conditions.length > 0 || isOverPromised(node)) return "crowded";
  return isCordoned || isSchedulable === false || taints.length > 0 ? "closed" : "none";
}

/** 0 is the worst. */
export function troubleRank(node: SeenNode): number {
  return TROUBLES.indexOf(troubleOf(node));
}

/** Nodes in trouble before those that are well; otherwise in the order that they came in. */
export function troubleFirst(nodes: readonly SeenNode[]): SeenNode[] {
  return [...nodes].sort((a, b) => troubleRank(a) - troubleRank(b));
}
