import fc from "fast-check";
import { expect, it } from "vitest";
import type { TimelineMark } from "@/lib/domain/contention/timeline";
import { PARTS, roundTimes, timelineView } from "./timeline-lines";

const START = Date.parse("2026-12-02T14:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function mark(node: string, kind: TimelineMark["kind"], afterMs: number): TimelineMark {
  const container = kind === "restart" ? "app" : null;
  return { kind, atMs: START + afterMs, node, namespace: "shop", pod: "a", container };
}

it("is nothing without a mark", () => {
  expect(timelineView([])).toBeNull();
});

it("counts creations and restarts apart, a line for each node by name", () => {
  const view = timelineView([
    mark("b", "created", 0),
    mark("a", "created", 10),
    mark("b", "restart", 10 * MINUTE_MS),
  ]);
  expect(view?.lines.map(({ node, created, restarts }) => [node, created, restarts])).toEqual([
    ["a", 1, 0],
    ["b", 1, 1],
  ]);
  expect(view).toMatchObject({ fromMs: START, toMs: START + 10 * MINUTE_MS, most: 1, hidden: 0 });
});

it("puts marks of one moment into one part, and the last moment into the last", () => {
  const view = timelineView([
    mark("a", "created", 0),
    mark("a", "created", 1),
    mark("a", "restart", 2),
    mark("a", "restart", HOUR_MS),
  ]);
  expect(view?.lines[0]?.parts).toEqual([
    { at: 0, created: 2, restarts: 1 },
    { at: PARTS - 1, created: 0, restarts: 1 },
  ]);
  expect(view?.most).toBe(2);
});

it("shows a minute at least, so that one moment has a place", () => {
  const view = timelineView([mark("a", "created", 0)]);
  expect(view?.toMs).toBe(START + MINUTE_MS);
  expect(view?.lines[0]?.parts).toEqual([{ at: 0, created: 1, restarts: 0 }]);
});

it("keeps the nodes with the most restarts where there are too many", () => {
  const calm = Array.from({ length: 30 }, (_none, index) => mark(`calm-${index}`, "created", 0));
  const view = timelineView([...calm, mark("z-worst", "restart", 1)]);
  expect(view?.lines).toHaveLength(24);
  expect(view?.lines.at(-1)?.node).toBe("z-worst");
  expect(view?.hidden).toBe(7);
});

it("gives ticks at round times of the reader's zone", () => {
  const hours = (offset: number) =>
    roundTimes(START, START + 4 * HOUR_MS, 5, offset).map((atMs) => (atMs - START) / HOUR_MS);
  expect(hours(0)).toEqual([0, 1, 2, 3, 4]);
  expect(hours(330)).toEqual([0.5, 1.5, 2.5, 3.5]);
});

it("gives no more ticks than asked for, in order and within the time", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: MINUTE_MS, max: 60 * 24 * HOUR_MS }),
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom(0, 60, 330, 345, 540, -210, -480),
      (lengthMs, most, offset) => {
        const times = roundTimes(START + 1234, START + 1234 + lengthMs, most, offset);
        expect(times.length).toBeLessThanOrEqual(most);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect(times.every((at) => at >= START + 1234 && at <= START + 1234 + lengthMs)).toBe(true);
      },
    ),
  );
});
