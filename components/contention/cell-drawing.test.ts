import { expect, it } from "vitest";
import { POD_STATES, type PodCell, type PodState } from "@/lib/domain/contention/report";
import { cellAt, drawCells, layoutOf } from "./cell-drawing";

const SHAPES = Object.fromEntries(POD_STATES.map((state) => [state, { shape: "disc" }])) as Record<
  PodState,
  { shape: "disc" }
>;

function cells(restarts: readonly (number | null)[], state: PodState = "ready"): PodCell[] {
  return restarts.map((each, index) => ({
    ...{ namespace: "shop", name: `pod-${index}`, node: "a", state, restarts: each },
    ...{ createdAtMs: 0, qos: "Burstable" },
  }));
}
const drawn = (given: readonly PodCell[], isInRows = false) =>
  drawCells(given, layoutOf(given.length, isInRows), SHAPES);

it("puts 15 cells upon each other, then begins another column; on a narrow screen 5 stand in a row", () => {
  expect(layoutOf(12, false)).toEqual({ isInRows: false, across: 1, down: 12 });
  expect(layoutOf(31, false)).toEqual({ isInRows: false, across: 3, down: 15 });
  expect(layoutOf(3, true)).toEqual({ isInRows: true, across: 3, down: 1 });
  expect(layoutOf(12, true)).toEqual({ isInRows: true, across: 5, down: 3 });
  expect(drawn(cells([0, 0, 0]))).toMatchObject({ width: 56, height: 80 });
  expect(drawn(cells([0, 0, 0]), true)).toMatchObject({ width: 176, height: 24 });
});

it("draws as few paths for a thousand cells as for one: by state, by strength, and the figures by theirs", () => {
  const many = [
    ...cells(Array.from({ length: 1000 }, (_none, index) => index % 9)),
    ...cells([4], "starting"),
  ];
  const { marks, fills, figures } = drawn(many);
  expect(marks.map(({ state }) => state)).toEqual(["ready", "starting"]);
  expect(fills.map(({ level }) => level)).toEqual([1, 2, 3]);
  expect(figures.map(({ level }) => level)).toEqual([0, 1, 2, 3]);
});

it("gives each digit its place, and a count that is not told a question mark of no strength", () => {
  const { figures, fills } = drawn(cells([12, null, 0]));
  expect(fills).toHaveLength(1);
  expect(figures).toEqual([
    { level: 3, text: "12", x: "34.5 41.5", y: "12 12" },
    { level: null, text: "?", x: "38", y: "40" },
    { level: 0, text: "0", x: "38", y: "68" },
  ]);
});

it("knows the cell at a place, and that there is none beyond the last", () => {
  const upright = layoutOf(16, false);
  expect(cellAt(upright, 16, 0.1, 0)).toBe(0);
  expect(cellAt(upright, 16, 0.1, 0.99)).toBe(14);
  expect(cellAt(upright, 16, 0.9, 0.01)).toBe(15);
  expect(cellAt(upright, 16, 0.9, 0.5)).toBeNull();
  expect(cellAt(layoutOf(7, true), 7, 0.3, 0.9)).toBe(6);
  for (const [x, y] of [[1, 0] as const, [-0.1, 0] as const, [0, 1] as const, [0, -0.1] as const])
    expect(cellAt(upright, 16, x, y)).toBeNull();
});
