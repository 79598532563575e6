import { describe, expect, it } from "vitest";
import { wordsOf } from "@/lib/cli/translate";
import { toWire } from "@/lib/contracts/capacity";
import { nodeHeadrooms } from "@/lib/domain/capacity/node-headroom";
import { capacityNode, capacityPod, capacityWorld, nano } from "@/lib/domain/testing/capacity-samples";
import { known } from "@/lib/domain/testing/samples";
import { nodeCsv } from "./node-csv";

const words = { ...wordsOf("capacity"), duration: String };
const GI = 1024 ** 3;

describe("the node table for a spreadsheet", () => {
  it("has plain numbers, and empty cells where nothing was measured", () => {
    const world = capacityWorld({
      node: known(capacityNode("a"), capacityNode("b", {}, { isCordoned: true })),
      pod: known(capacityPod("vm", { memory: "8Gi", cpu: "1500m" }, { nodeName: "a", isLauncher: true })),
      nodeUsage: known({ name: "a", cpu: nano("2"), memory: nano("12Gi") }),
    });
    const { header, rows } = nodeCsv(words, toWire(nodeHeadrooms(world)) ?? []);
    expect(header.slice(0, 3)).toEqual(["Node", "State", "Memory free by request (bytes)"]);
    expect(new Set(header).size).toBe(header.length);
    expect(rows.map((row) => row.length)).toEqual([header.length, header.length]);
    expect(rows[0]?.slice(0, 9)).toEqual(["a", "ready", 24 * GI, 32 * GI, 12 * GI, null, 6.5, 8, 2]);
    expect(rows[1]).toEqual([
      "b",
      "ready, cordoned",
      32 * GI,
      32 * GI,
      null,
      null,
      8,
      8,
      null,
      0,
      0,
      1000,
      null,
    ]);
  });
});
