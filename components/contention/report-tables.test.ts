import { describe, expect, it } from "vitest";
import { CONTENTION_WORDS as words } from "@/lib/cli/contention-words";
import { analyse } from "@/lib/domain/contention/report";
import { INCIDENT_NOW, incidentWorld, START, unknown } from "@/lib/domain/contention/test-incident";
import { CSV_TABLES, csvTable, type CsvTable } from "./report-tables";

const CHOICE = {
  ...{ namespaces: ["shop"], selector: "", fromMs: START, toMs: null, rollout: null },
  only: "all" as const,
};
const report = analyse(incidentWorld(), CHOICE, INCIDENT_NOW);
/** The first row by the names of its columns. */
function firstOf(table: CsvTable, of = report) {
  const { header, rows } = csvTable(words, of, table);
  return Object.fromEntries(header.map((name, place) => [name, rows[0]?.[place]]));
}

describe("the tables as CSV", () => {
  it.each(CSV_TABLES)("%s: as many cells as columns, each column once, each with a name", (table) => {
    const { header, rows } = csvTable(words, report, table);
    expect(new Set(header).size).toBe(header.length);
    expect(header.filter((name) => name.includes("contention."))).toEqual([]);
    for (const row of rows) expect(row).toHaveLength(header.length);
  });
  it("nodes: numbers as numbers", () => {
    expect(firstOf("nodes")).toMatchObject({
      ...{ Node: "node-1", "New pods": 12, Restarts: 44, "Share of restarts": 44 / 46 },
      ...{ "CPU allocatable (cores)": 8, "CPU used (cores)": 7.9, "Cold-starting": 4 },
      ...{ "Smallest CPU request (m)": 25, "Its weight (linear)": 1, "Its weight (newer runtimes)": 6 },
      ...{ "Memory allocatable (bytes)": 64 * 2 ** 30, State: "ready", "Older pods": 1 },
    });
  });
  it("leave empty what is not told, never 0", () => {
    const blind = analyse(incidentWorld({ node: unknown, nodeUsage: unknown }), CHOICE, INCIDENT_NOW);
    expect(firstOf("nodes", blind)).toMatchObject({
      ...{ "CPU allocatable (cores)": null, "CPU used (cores)": null, State: "unmeasured" },
    });
  });
  it("pods and restarts: times are ISO 8601", () => {
    expect(firstOf("pods")).toEqual({
      ...{ Namespace: "shop", Pod: "svc-01-new-0", Node: "node-1", State: "in back-off", Restarts: 4 },
      ...{ Created: "2026-12-01T09:00:00.000Z", "QoS class": "Burstable" },
    });
    expect(firstOf("restarts")).toMatchObject({
      ...{ Pod: "shop/svc-01-new-0", Restarts: 4, "Ran for": 52, "Next try": "2026-12-01T09:20:40.000Z" },
      ...{ "Kind of container": "app", Judged: "killed by the liveness probe" },
    });
  });
});
