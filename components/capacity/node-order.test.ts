import { describe, expect, it } from "vitest";
import { toWire } from "@/lib/contracts/capacity";
import { nodeHeadrooms } from "@/lib/domain/capacity/node-headroom";
import { capacityNode, capacityPod, capacityWorld } from "@/lib/domain/testing/capacity-samples";
import { known, unknown } from "@/lib/domain/testing/samples";
import { troubleFirst, troubleOf } from "./node-order";

const pressure = {
  type: "MemoryPressure",
  status: "True" as const,
  reason: "",
  message: "",
  changedAtMs: null,
};
const nodes = toWire(
  nodeHeadrooms(
    capacityWorld({
      node: known(
        capacityNode("a-well"),
        capacityNode("b-cordoned", {}, { isCordoned: true }),
        capacityNode("c-pressed", {}, { conditions: [pressure] }),
        capacityNode("d-promised"),
        capacityNode("e-lost", {}, { isReady: false }),
        capacityNode("f-well"),
      ),
      pod: known(capacityPod("vm", { memory: "900Gi", cpu: "1" }, { nodeName: "d-promised" })),
    }),
  ),
);

describe("nodes", () => {
  it("come in the order of their trouble, those that are well last", () => {
    expect(troubleFirst(nodes ?? []).map(({ name }) => name)).toEqual([
      ...["e-lost", "c-pressed", "d-promised", "b-cordoned", "a-well", "f-well"],
    ]);
  });
  it("of which not everything was measured are no well ones", () => {
    const blind = toWire(nodeHeadrooms(capacityWorld({ node: known(capacityNode("a")), pod: unknown })));
    expect((blind ?? []).map(troubleOf)).toEqual(["unmeasured"]);
  });
});
