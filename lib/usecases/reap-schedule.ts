import type { ReapItem } from "@/lib/domain/reap-types";
import { EXPIRED_SLOTS, SLOTS } from "./reap-times";

/**
 * Runs every item, at most 8 at once, never-tried ones first; expired and ending ones take at most 6 of the 8 slots
 * while others wait. An item keeps its slot until it is run or calls `leaveSlot`; all are run when this is. Once
 * `mayStart` says no, the rest is not begun: it is the answer. `run` must not throw.
 */
export async function runAll(
  items: readonly ReapItem[],
  run: (item: ReapItem, leaveSlot: () => void) => Promise<void>,
  mayStart: () => boolean,
): Promise<ReapItem[]> {
  const queue = makeQueue(items);
  const under: Promise<void>[] = [];
  let expiredAtWork = 0;
  async function work(): Promise<void> {
    for (let item = queue.next(expiredAtWork); item && mayStart(); item = queue.next(expiredAtWork)) {
      queue.take(item);
      const isExpired = item.direction === "expired";
      if (isExpired) expiredAtWork++;
      await new Promise<void>((leaveSlot) => {
        under.push(run(item, leaveSlot).finally(leaveSlot));
      });
      if (isExpired) expiredAtWork--;
    }
  }
  await Promise.all(Array.from({ length: SLOTS }, work));
  await Promise.all(under);
  return queue.left();
}

function makeQueue(items: readonly ReapItem[]) {
  const sorted = [...items].sort((a, b) => a.attempts - b.attempts);
  const expired = sorted.filter((item) => item.direction === "expired");
  const others = sorted.filter((item) => item.direction !== "expired");
  return {
    next(expiredAtWork: number): ReapItem | undefined {
      const mayExpired = others.length === 0 || expiredAtWork < EXPIRED_SLOTS;
      return mayExpired ? (expired[0] ?? others[0]) : others[0];
    },
    take: (item: ReapItem) => void (item.direction === "expired" ? expired : others).shift(),
    left: () => [...expired, ...others],
  };
}
