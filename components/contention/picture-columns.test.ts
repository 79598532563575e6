import { expect, it } from "vitest";
import type { PodCell } from "@/lib/domain/contention/report";
import { pictureColumns, restartLevel } from "./picture-columns";

let made = 0;
function cell(node: string | null, restarts: number | null, changes: Partial<PodCell> = {}): PodCell {
  const name = `pod-${String(made++).padStart(5, "0")}`;
  return {
    ...{ namespace: "shop", name, node, state: "ready", restarts, createdAtMs: 0, qos: "Burstable" },
    ...changes,
  };
}

it("draws a column for each node by name, and the pods without a node last", () => {
  const { columns, hidden } = pictureColumns([cell(null, 0), cell("b", 0), cell("a", 0), cell("b", 0)]);
  expect(columns.map(({ node, pods }) => [node, pods])).toEqual([
    ["a", 1],
    ["b", 2],
    [null, 1],
  ]);
  expect(hidden).toBe(0);
});

it("puts the most restarted pod first, and one that does not tell before all", () => {
  const pods = [cell("a", 1), cell("a", null), cell("a", 6), cell("a", 6, { name: "a-first" })];
  expect(pictureColumns(pods).columns[0]?.cells.map(({ restarts }) => restarts)).toEqual([null, 6, 6, 1]);
  expect(pictureColumns(pods).columns[0]?.cells[1]?.name).toBe("a-first");
});

it("adds up what is told, and says null where one pod tells nothing", () => {
  const { columns } = pictureColumns([cell("a", 2), cell("a", 3), cell("b", 2), cell("b", null)]);
  expect(columns.map(({ restarts }) => restarts)).toEqual([5, null]);
});

it("counts the states that there are, in their fixed order", () => {
  const states = (["deleting", "ready", "back-off", "ready"] as const).map((state) =>
    cell("a", 0, { state }),
  );
  expect(pictureColumns(states).columns[0]?.states).toEqual([
    { state: "ready", pods: 2 },
    { state: "back-off", pods: 1 },
    { state: "deleting", pods: 1 },
  ]);
});

it("leaves out the least striking of too many nodes, but none that does not tell its restarts", () => {
  const calm = Array.from({ length: 30 }, (_none, index) => cell(`calm-${index}`, 0));
  const { columns, hidden } = pictureColumns([...calm, cell("z-silent", null), cell("y-worst", 9)]);
  expect(columns).toHaveLength(24);
  expect(hidden).toBe(8);
  expect(columns.slice(-2).map(({ node }) => node)).toEqual(["y-worst", "z-silent"]);
});

it("draws so many cells at the most and counts them all", () => {
  const [column] = pictureColumns(Array.from({ length: 200 }, () => cell("a", 1))).columns;
  expect(column?.cells).toHaveLength(60);
  expect(column).toMatchObject({ pods: 200, restarts: 200 });
});

it("draws nothing of nothing", () => {
  expect(pictureColumns([])).toEqual({ columns: [], hidden: 0 });
});

it("fills a cell by its restarts", () => {
  expect([0, 1, 2, 3, 5, 6, 400].map(restartLevel)).toEqual([0, 1, 1, 2, 2, 3, 3]);
  expect(restartLevel(null)).toBeNull();
});
