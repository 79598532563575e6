import { describe, expect, it } from "vitest";
import { analyse } from "@/lib/domain/contention/report";
import {
  incidentWorld,
  INCIDENT_NOW,
  known,
  START,
  testNode,
  unknown,
} from "@/lib/domain/contention/test-incident";
import { unreadKinds, withoutMessages } from "./for-instructors";

const SECRET = "password=hunter2";

describe("withoutMessages", () => {
  it("leaves no word of the cluster in an analysis, and every figure", () => {
    const condition = { type: "MemoryPressure", status: "True", reason: "r", message: SECRET } as const;
    const world = incidentWorld({ node: known([testNode("node-1", { conditions: [condition] })]) });
    const events =
      world.event.state === "known" ? world.event.items.map((each) => ({ ...each, message: SECRET })) : [];
    const pods =
      world.pod.state === "known"
        ? world.pod.items.map((pod) => ({
            ...pod,
            containers: pod.containers.map((each) => ({
              ...each,
              lastEnd: each.lastEnd && { ...each.lastEnd, message: SECRET },
            })),
          }))
        : [];
    const choice = { namespaces: ["shop"], selector: "", fromMs: START, toMs: null, rollout: null };
    const told = { ...world, event: known(events), pod: known(pods) };
    const report = analyse(told, { ...choice, only: "all" }, INCIDENT_NOW);
    expect(JSON.stringify(report)).toContain(SECRET);
    const shown = withoutMessages(report);
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect(shown.concentration).toEqual(report.concentration);
    expect(shown.restarts[0]?.lastExit?.exitCode).toBe(143);
  });
  it("leaves what is no text, and big integers", () => {
    expect(withoutMessages({ message: null, nano: 5n, list: [{ message: "a", code: 1 }] })).toEqual({
      ...{ message: null, nano: 5n },
      list: [{ message: "", code: 1 }],
    });
    expect(withoutMessages(null)).toBeNull();
  });
});

describe("unreadKinds", () => {
  it("tells what failed, and not what is absent", () => {
    const world = { pod: unknown, node: known([]), event: { state: "absent" } as const };
    expect(unreadKinds(world, ["pod", "node", "event"])).toEqual([{ kind: "pod", error: "timeout" }]);
  });
});
