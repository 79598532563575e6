import { expect, it } from "vitest";
import type { TimelineMark } from "./timeline";
import { PARTS, timelineView } from "./timeline-view";

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
