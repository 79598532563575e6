import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse } from "@/lib/domain/contention/report";
import type { ContentionChoice } from "@/lib/domain/contention/scope";
import { contentionFromFiles } from "../contention-from-files";

const AT = "2026-03-02T10:00:00Z";
const NOW = Date.parse(AT) + 1_200_000;
const ALL: ContentionChoice = {
  ...{ namespaces: [], selector: "", fromMs: null, toMs: null, rollout: null, only: "all" },
};
const podOf = (name: string) => ({
  ...{ apiVersion: "v1", kind: "Pod" },
  metadata: {
    ...{ name, namespace: "shop", uid: name, creationTimestamp: AT, labels: { app: "a" } },
    ownerReferences: [{ kind: "ReplicaSet", name: "a-1", uid: "r", controller: true }],
  },
  spec: {
    ...{ nodeName: "n1", terminationGracePeriodSeconds: 30, nodeSelector: { pool: "x" } },
    initContainers: [{ name: "init" }, { name: "proxy", restartPolicy: "Always" }],
    containers: [
      {
        ...{ name: "app", image: "a:1", resources: { requests: { cpu: "25m", memory: "1Gi" } } },
        livenessProbe: { initialDelaySeconds: 40, periodSeconds: 5, failureThreshold: 3 },
        env: [{ name: "JAVA_OPTS", value: "-Xmx1g" }],
      },
    ],
  },
  status: {
    ...{ phase: "Running", reason: "Evicted", qosClass: "Burstable", startTime: AT },
    conditions: [{ type: "Ready", status: "True", lastTransitionTime: AT }],
    initContainerStatuses: ["init", "proxy"].map((each) => ({
      ...{ name: each, restartCount: 0, state: { running: { startedAt: AT } } },
    })),
    containerStatuses: [
      {
        ...{ name: "app", restartCount: 4, ready: false },
        state: { waiting: { reason: "CrashLoopBackOff", message: "back-off 40s restarting failed" } },
        lastState: {
          terminated: { exitCode: 143, reason: "Error", startedAt: AT, finishedAt: AT, signal: 15 },
        },
      },
    ],
  },
});
const node = (name: string) => ({
  ...{ kind: "Node", metadata: { name, labels: { pool: "x" } }, spec: { unschedulable: false } },
  status: {
    allocatable: { cpu: "8", memory: "64Gi" },
    conditions: [{ type: "Ready", status: "True" }],
  },
});
const event = {
  ...{ kind: "Event", involvedObject: { kind: "Pod", namespace: "shop", name: "p0", uid: "p0" } },
  ...{ reason: "Killing", message: "Container app failed liveness probe, will be restarted" },
  ...{ type: "Normal", count: 3, firstTimestamp: AT, lastTimestamp: AT },
};
const DOCUMENT = {
  kind: "List",
  items: [...[0, 1, 2].map((i) => podOf(`p${i}`)), node("n1"), node("n2"), event],
};

type Path = readonly (string | number)[];
/** Every place of a document, but its own kind and list, without which it is none. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    pathsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}
const PATHS = pathsOf(DOCUMENT).filter(([first, , third]) => first === "items" && third !== "kind");
/** undefined: the field is left out. */
const ODD = [
  undefined,
  null,
  "",
  "Sometimes",
  "NodeLost",
  "DeadlineExceeded",
  0,
  -1,
  1e300,
  true,
  [],
  {},
  [null],
];

function changed(value: unknown, path: Path, odd: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return odd;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each, i) => (i === key ? changed(each, rest, odd) : each));
  if (!(key in value)) return value;
  return { ...value, [key]: changed((value as Record<string, unknown>)[key], rest, odd) };
}
const mutilation = fc.array(fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom(...ODD)), {
  ...{ minLength: 1, maxLength: 12 },
});
const reportOf = (document: unknown) => analyse(contentionFromFiles([document], NOW), ALL, NOW);

describe("an analysis of what kubectl wrote, mutilated", () => {
  it("never throws, and writes no number that is none", () => {
    fc.assert(
      fc.property(mutilation, (changes) => {
        const document = changes.reduce<unknown>((each, [path, odd]) => changed(each, path, odd), DOCUMENT);
        const report = reportOf(JSON.parse(JSON.stringify(document)));
        // JSON turns what is no number into null, so that a difference is one.
        expect(JSON.parse(JSON.stringify(report))).toEqual(report);
      }),
      { numRuns: 400 },
    );
  });

  const without = (...paths: string[]) =>
    paths.reduce<unknown>((each, path) => {
      const keys = path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));
      return changed(each, ["items", ...keys], undefined);
    }, DOCUMENT);
  const read = (document: unknown) => reportOf(JSON.parse(JSON.stringify(document)));

  it("says of a count that is missing that it is unmeasured, and never 0", () => {
    const report = read(without("0.status.containerStatuses.0.restartCount"));
    expect(report.pods.find(({ name }) => name === "p0")?.restarts).toBeNull();
    expect(report.nodes.find(({ name }) => name === "n1")?.restarts).toBeNull();
    expect(report.concentration).toMatchObject({ unmeasuredPods: 1, allPods: 2, allRestarts: 8 });
  });
  it("counts nothing of a pod without a status", () => {
    const report = read(without("0.status", "1.status", "2.status"));
    expect(report.pods.map(({ restarts, state, qos }) => [restarts, state, qos])).toEqual(
      Array.from({ length: 3 }, () => [null, "unknown", null]),
    );
    expect(report.nodes.find(({ name }) => name === "n1")).toMatchObject({ newPods: 3, restarts: null });
  });
  it.each([
    ["NodeLost", "node-lost"],
    ["Evicted", "eviction"],
  ])("tells %s from its reason", (reason, cause) => {
    const report = read(changed(DOCUMENT, ["items", 0, "status", "reason"], reason));
    const row = report.restarts.find(({ pod, container }) => pod === "p0" && container === "app");
    expect(row?.judgement).toMatchObject({ cause, certainty: "shown" });
  });
  it("takes a deadline for no eviction and for no crash", () => {
    const report = read(changed(DOCUMENT, ["items", 0, "status", "reason"], "DeadlineExceeded"));
    const row = report.restarts.find(({ pod, container }) => pod === "p0" && container === "app");
    expect(["eviction", "crash", "node-lost"]).not.toContain(row?.judgement.cause);
  });
  it("shows pods of a node that is gone there, with what is not known of it as unmeasured", () => {
    const report = read({
      ...DOCUMENT,
      items: DOCUMENT.items.filter((each) => each.kind !== "Node" || each !== DOCUMENT.items[3]),
    });
    expect(report.nodes.find(({ name }) => name === "n1")).toMatchObject({
      ...{ presence: "gone", isReady: null, newPods: 3 },
      cpu: { allocatable: null, used: null },
    });
  });
});
