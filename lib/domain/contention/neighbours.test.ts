import { describe, expect, it } from "vitest";
import { itemsOf } from "../world-index";
import type { ContainerEnd, ContendedContainer, ContendedPod, PodEvent } from "./contention-world";
import { neighboursOf } from "./neighbours";
import { analyse } from "./report";
import {
  INCIDENT_NOW as NOW,
  incidentWorld,
  known,
  START,
  testContainer,
  testPod,
  unknown,
} from "./test-incident";

const chosen = itemsOf(incidentWorld().pod).filter(({ namespace }) => namespace === "shop");
const ended = (finishedAtMs: number | null, changes: Partial<ContainerEnd> = {}): ContainerEnd => ({
  ...{ exitCode: 143, signal: null, reason: "Error", message: null, startedAtMs: START - 3_600_000 },
  finishedAtMs,
  ...changes,
});
const older = (container: Partial<ContendedContainer>, pod: Partial<ContendedPod> = {}) =>
  testPod("older", {
    ...{ namespace: "data", nodeName: "node-1", createdAtMs: START - 86_400_000 },
    containers: [testContainer({ liveness: null, ...container })],
    ...pod,
  });
const worldWith = (pod: ContendedPod) =>
  incidentWorld({ pod: known([...itemsOf(incidentWorld().pod), pod]) });
const found = (pod: ContendedPod) => {
  const { nodes, rows } = neighboursOf(worldWith(pod), chosen, NOW);
  const first = nodes.find(({ node }) => node === "node-1");
  return [first?.pods, first?.ended, first?.untold, rows.length];
};
const SINCE = ended(START + 300_000);

describe("neighboursOf", () => {
  it("counts who was there before, on every node that holds a new pod", () => {
    const { sinceMs, nodes, rows } = neighboursOf(incidentWorld(), chosen, NOW);
    expect(sinceMs).toBe(START);
    expect(nodes).toEqual([1, 2, 3, 4, 5].map((n) => ({ node: `node-${n}`, pods: 1, ended: 0, untold: 0 })));
    expect(rows).toEqual([]);
  });
  it.each<[string, ContendedPod, (number | undefined)[]]>([
    ["one that ended since", older({ restarts: 3, lastEnd: SINCE }), [2, 1, 0, 1]],
    ["one that ended before", older({ restarts: 3, lastEnd: ended(START - 1) }), [2, 0, 0, 0]],
    ["one that never restarted", older({}), [2, 0, 0, 0]],
    ["an end without a time", older({ restarts: 1, lastEnd: ended(null) }), [2, 0, 1, 0]],
    ["a count without an end", older({ restarts: 1 }), [2, 0, 1, 0]],
    ["no count", older({ restarts: null }), [2, 0, 1, 0]],
    [
      "one that does not tell its age",
      older({ restarts: 1, lastEnd: SINCE }, { createdAtMs: null }),
      [2, 1, 0, 1],
    ],
    ["a younger one", older({ restarts: 1, lastEnd: SINCE }, { createdAtMs: START + 1 }), [1, 0, 0, 0]],
    ["one on another node", older({ restarts: 1, lastEnd: SINCE }, { nodeName: "node-9" }), [1, 0, 0, 0]],
    ["a Job that is done", older({ lastEnd: SINCE }, { phase: "Succeeded" }), [1, 0, 0, 0]],
    ["one that is being deleted", older({ lastEnd: SINCE }, { deletingAtMs: START + 1 }), [2, 0, 0, 0]],
    [
      "one that was evicted",
      older(
        { restarts: 0, state: { kind: "terminated", end: SINCE } },
        { phase: "Failed", statusReason: "Evicted" },
      ),
      [2, 1, 0, 1],
    ],
  ])("%s", (_name, pod, expected) => expect(found(pod)).toEqual(expected));
  it("judges each end as it does those of the new pods", () => {
    const killed: PodEvent = {
      ...{ namespace: "data", podName: "older", podUid: null, container: "app", type: "Normal" },
      ...{ reason: "Killing", message: "Container app failed liveness probe, will be restarted", count: 1 },
      ...{ firstAtMs: START + 299_000, lastAtMs: START + 299_000 },
    };
    const world = { ...worldWith(older({ restarts: 1, lastEnd: SINCE })), event: known([killed]) };
    expect(neighboursOf(world, chosen, NOW).rows).toMatchObject([
      { namespace: "data", pod: "older", judgement: { cause: "liveness-kill", certainty: "shown" } },
    ]);
  });
  it("knows nothing where no pod was read, or none of the chosen tells its age", () => {
    const none = { sinceMs: null, nodes: [], rows: [] };
    expect(neighboursOf(incidentWorld({ pod: unknown }), [], NOW)).toEqual(none);
    expect(neighboursOf(incidentWorld(), [testPod("a", { createdAtMs: null })], NOW)).toEqual(none);
  });
  it("stands with the figures of starvation", () => {
    const choice = { namespaces: ["shop"], selector: "", fromMs: START, toMs: null, rollout: null };
    const world = worldWith(older({ restarts: 3, lastEnd: SINCE }));
    const { links } = analyse(world, { ...choice, only: "all" }, NOW);
    expect(links.find(({ code }) => code === "starvation-by-weight")?.figures).toContainEqual({
      code: "older-pods-ended",
      params: { node: "node-1", pods: 2, ended: 1, untold: 0 },
    });
  });
});
