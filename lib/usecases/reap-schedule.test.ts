import { describe, expect, it } from "vitest";
import type { ReapItem } from "@/lib/domain/reap-types";
import { runAll } from "./reap-schedule";

const item = (direction: "expired" | "settle", name: string, attempts = 0) =>
  ({ direction, key: name, sessionId: name, attempts, isConfirmed: false }) as ReapItem;
const many = (direction: "expired" | "settle", count: number, attempts = 0) =>
  Array.from({ length: count }, (_, i) => item(direction, `${direction}${i}`, attempts));

/** Runs items that end only when they are told to, and shows which are at work. */
function bench(items: readonly ReapItem[], mayStart: () => boolean = () => true) {
  const atWork = new Map<ReapItem, () => void>();
  const begun: string[] = [];
  const run = (each: ReapItem) => {
    begun.push(each.key);
    return new Promise<void>((resolve) => atWork.set(each, resolve));
  };
  const left = runAll(items, run, mayStart);
  const count = (direction: string) =>
    [...atWork.keys()].filter((each) => each.direction === direction).length;
  const finish = async (wanted: (each: ReapItem) => boolean) => {
    const one = [...atWork.keys()].find(wanted);
    if (!one) throw new Error("no such item is at work");
    atWork.get(one)?.();
    atWork.delete(one);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { left, begun, finish, atWork, expired: () => count("expired"), others: () => count("settle") };
}

describe("runAll", () => {
  it("runs eight at once", () => {
    const { atWork } = bench(many("settle", 20));
    expect(atWork.size).toBe(8);
  });
  it("gives expired ones at most six of the eight slots while others wait", async () => {
    const { expired, others, finish } = bench([...many("expired", 20), ...many("settle", 4)]);
    expect([expired(), others()]).toEqual([6, 2]);
    await finish((each) => each.direction === "expired");
    expect([expired(), others()]).toEqual([6, 2]);
    await finish((each) => each.direction === "settle");
    expect([expired(), others()]).toEqual([6, 2]);
    await finish((each) => each.direction === "settle");
    await finish((each) => each.direction === "settle");
    await finish((each) => each.direction === "settle");
    expect([expired(), others()]).toEqual([8, 0]);
  });
  it("does not let others that hang starve the expired", () => {
    const { expired, others } = bench([...many("settle", 40), ...many("expired", 6)]);
    expect([expired(), others()]).toEqual([6, 2]);
  });
  it("gives the slot of one that has left it to the next, and waits for both", async () => {
    const ends: (() => void)[] = [];
    const run = (_: ReapItem, leaveSlot: () => void) => {
      leaveSlot();
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    let isOver = false;
    const whole = runAll(many("expired", 20), run, () => true).then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends).toHaveLength(20);
    expect(isOver).toBe(false);
    ends.forEach((end) => end());
    await whole;
  });
  it("begins with what was never tried", () => {
    const { begun } = bench([...many("expired", 30, 3), item("expired", "new"), item("settle", "older", 1)]);
    expect(begun.slice(0, 1)).toEqual(["new"]);
    expect(begun).toContain("older");
  });
  it("answers what was not begun once it may not start any more", async () => {
    let isOpen = true;
    const { left, finish, atWork } = bench(many("expired", 10), () => isOpen);
    isOpen = false;
    while (atWork.size > 0) await finish(() => true);
    expect((await left).map((each) => each.key)).toEqual(["expired8", "expired9"]);
  });
  it("ends where there is nothing to do", async () => {
    expect(await bench([]).left).toEqual([]);
  });
});
