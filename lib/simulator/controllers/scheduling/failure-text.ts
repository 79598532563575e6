import type { Refusal } from "../node-fit";

/** Why a pod cannot be placed, in the scheduler's words: the nodes counted by reason, then what preemption could do. */
export function failureText(
  nodes: number,
  refusals: readonly Refusal[],
  volumeProblem: string | null,
): string {
  const head = `0/${nodes} nodes are available:`;
  if (volumeProblem !== null) return `${head} ${volumeProblem}`;
  const unhelpful = refusals.filter((refusal) => !refusal.couldPreempt).length;
  const preemption = [
    ...(unhelpful > 0 ? [`${unhelpful} Preemption is not helpful for scheduling`] : []),
    ...(refusals.length > unhelpful
      ? [`${refusals.length - unhelpful} No preemption victims found for incoming pod`]
      : []),
  ];
  const reasons = countReasons(refusals.flatMap((refusal) => refusal.reasons));
  return `${head} ${reasons}. no new claims to deallocate, preemption: ${head} ${preemption.sort().join(", ")}.`;
}

function countReasons(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(", ");
}
