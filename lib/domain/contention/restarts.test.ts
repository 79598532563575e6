import { describe, expect, it } from "vitest";
import type { ContainerEnd, ContendedContainer, ContendedPod, PodEvent } from "./contention-world";
import { restartRows } from "./restarts";
import { INCIDENT_NOW as NOW, incidentWorld, known, testContainer, testNode, testPod } from "./test-incident";

const ended = (changes: Partial<ContainerEnd> = {}): ContainerEnd => ({
  ...{ exitCode: 143, signal: null, reason: "Error", message: null },
  ...{ startedAtMs: NOW - 100_000, finishedAtMs: NOW - 47_000 },
  ...changes,
});
const event = (reason: string, message: string, changes: Partial<PodEvent> = {}): PodEvent => ({
  ...{ namespace: "shop", podName: "p", podUid: "uid-p", container: "app", type: "Normal", reason, message },
  ...{ count: 3, firstAtMs: NOW - 60_000, lastAtMs: NOW - 48_000 },
  ...changes,
});
const KILLED = event("Killing", "Container app failed liveness probe, will be restarted");
const DELETED = { deletingAtMs: NOW };
const TOGETHER = { restartsTogether: true };
const ran = (seconds: number) => ({ startedAtMs: NOW - seconds * 1000, finishedAtMs: NOW });
interface Sample {
  readonly end?: ContainerEnd | null;
  readonly container?: Partial<ContendedContainer>;
  readonly pod?: Partial<ContendedPod>;
  readonly events?: readonly PodEvent[];
}
function rowsOf({ end = ended(), container = {}, pod = {}, events = [] }: Sample) {
  const containers = [testContainer({ restarts: 2, lastEnd: end, ...container })];
  const all = [testPod("p", { containers, ...pod })];
  return restartRows(incidentWorld({ event: known(events), pod: known(all) }), all, NOW);
}

describe("how an exit is judged", () => {
  const startup = { ...testContainer().liveness!, failureThreshold: 30 };
  it.each<[string, Sample, string, string]>([
    ["143 and a liveness kill", { events: [KILLED] }, "liveness-kill", "shown"],
    [
      "0 and a liveness kill",
      { end: ended({ exitCode: 0, reason: "Completed" }), events: [KILLED] },
      "liveness-kill",
      "shown",
    ],
    [
      "137 and a liveness kill",
      { end: ended({ exitCode: 137 }), events: [KILLED] },
      "liveness-kill",
      "shown",
    ],
    ["a kill of an earlier run", { end: ended(ran(5)), events: [KILLED] }, "unknown", "none"],
    [
      "a kill of another container",
      { end: ended(ran(5)), events: [{ ...KILLED, container: "other" }] },
      "unknown",
      "none",
    ],
    [
      "a startup kill",
      { events: [event("Killing", "Container app failed startup probe, will be restarted")] },
      "startup-kill",
      "shown",
    ],
    [
      "Unhealthy as often as it takes",
      { end: ended({ exitCode: 0 }), events: [event("Unhealthy", "Liveness probe failed: x")] },
      "liveness-kill",
      "likely",
    ],
    [
      "Unhealthy too seldom",
      { end: ended({ exitCode: 0 }), events: [event("Unhealthy", "Liveness probe failed: x", { count: 2 })] },
      "unknown",
      "none",
    ],
    ["143 after 53 s, no event", {}, "liveness-kill", "likely"],
    ["143 after 20 s", { end: ended(ran(20)) }, "unknown", "none"],
    ["143 after an hour", { end: ended(ran(3600)) }, "unknown", "none"],
    ["143 without probes", { container: { liveness: null } }, "unknown", "none"],
    ["143 as long as liveness, a startupProbe", { container: { startup } }, "unknown", "none"],
    ["143 in a pod being deleted", { pod: { deletingAtMs: NOW } }, "deletion", "likely"],
    [
      "143 of an old revision",
      { pod: { deletingAtMs: NOW, owner: { kind: "ReplicaSet", name: "x", uid: "rs-svc-01-old" } } },
      "rollout",
      "likely",
    ],
    ["137 and OOMKilled", { end: ended({ exitCode: 137, reason: "OOMKilled" }) }, "oom", "shown"],
    ["137 at any time", { end: ended({ exitCode: 137, ...ran(3600) }) }, "unknown", "none"],
    ["139", { end: ended({ exitCode: 139 }) }, "crash", "shown"],
    ["1 sooner than a probe can kill", { end: ended({ exitCode: 1, ...ran(5) }) }, "crash", "shown"],
    ["1 without probes", { end: ended({ exitCode: 1 }), container: { liveness: null } }, "crash", "shown"],
    ["1 late", { end: ended({ exitCode: 1 }) }, "unknown", "none"],
    ["127", { end: ended({ exitCode: 127, ...ran(1) }) }, "cannot-start", "shown"],
    ["evicted", { pod: { statusReason: "Evicted", phase: "Failed" } }, "eviction", "shown"],
    ["its node is gone", { end: null, pod: { nodeName: "node-9" } }, "node-lost", "shown"],
    ["a SIGTERM, and its node is gone", { pod: { nodeName: "node-9" } }, "node-lost", "likely"],
    [
      "a liveness kill that is told, and its node is gone",
      { events: [KILLED], pod: { nodeName: "node-9" } },
      "liveness-kill",
      "shown",
    ],
    [
      "a container that the kubelet found no more",
      { end: ended({ exitCode: 137, reason: "ContainerStatusUnknown" }) },
      "unknown",
      "none",
    ],
    ["127 after a while", { end: ended({ exitCode: 127, ...ran(20) }) }, "crash", "shown"],
    [
      "1 in a pod being deleted",
      { end: ended({ exitCode: 1, ...ran(20) }), pod: DELETED },
      "deletion",
      "likely",
    ],
    ["0 in a pod being deleted", { end: ended({ exitCode: 0 }), pod: DELETED }, "deletion", "likely"],
    [
      "143 before its pod was deleted",
      { pod: { deletingAtMs: NOW + 30_000, deletionBeganAtMs: NOW } },
      "liveness-kill",
      "likely",
    ],
    [
      "137 with all containers of its pod",
      { end: ended({ exitCode: 137, reason: "RestartingAllContainers" }) },
      "restart-all",
      "shown",
    ],
    ["137 where a rule may restart all", { end: ended({ exitCode: 137 }), pod: TOGETHER }, "unknown", "none"],
    ["137 without such a rule", { end: ended({ exitCode: 137 }) }, "liveness-kill", "likely"],
    ["a deadline", { pod: { statusReason: "DeadlineExceeded", phase: "Failed" } }, "unknown", "none"],
    ["a pod that a kubelet preempted", { pod: { statusReason: "Preempting" } }, "preemption", "shown"],
    ["a reason not known", { end: ended({ exitCode: 255, reason: "Novel" }) }, "unknown", "none"],
    [
      "nothing told",
      { end: ended({ exitCode: null, reason: null, startedAtMs: null, finishedAtMs: null }) },
      "unknown",
      "none",
    ],
    ["no exit", { end: null }, "unknown", "none"],
  ])("%s", (_name, sample, cause, certainty) =>
    expect(rowsOf(sample)[0]?.judgement).toMatchObject({ cause, certainty }),
  );
});

describe("an exit by a disruption of its pod", () => {
  const since = (reason: string | null, atMs: number | null = NOW - 50_000): Sample => ({
    pod: { disruption: { reason, atMs } },
  });
  it.each([
    ["EvictionByEvictionAPI", "eviction", "shown"],
    ["DeletionByTaintManager", "eviction", "shown"],
    ["TerminationByKubelet", "eviction", "shown"],
    ["PreemptionByScheduler", "preemption", "shown"],
    ["DeletionByPodGC", "node-lost", "shown"],
    ["SomethingNew", "eviction", "likely"],
    [null, "eviction", "likely"],
  ])("%s", (reason, cause, certainty) =>
    expect(rowsOf(since(reason))[0]?.judgement).toMatchObject({
      ...{ cause, certainty },
      evidence: [{ code: "disruption", params: { reason } }],
    }),
  );
  it("does not go for an end that was before it", () => {
    const later = since("EvictionByEvictionAPI", NOW);
    expect(rowsOf(later)[0]?.judgement).toMatchObject({ cause: "liveness-kill", certainty: "likely" });
  });
  it("goes by the taint of a lost node for what that node does not tell", () => {
    const { pod } = since("DeletionByTaintManager");
    expect(rowsOf({ pod: { ...pod, nodeName: "node-9" } })[0]?.judgement.cause).toBe("node-lost");
  });
});

describe("a pod on a node that is there and not Ready", () => {
  const silentSince = (readyChangedAtMs: number | null, sample: Sample = {}) => {
    const { end = ended(), events = [] } = sample;
    const all = [testPod("p", { containers: [testContainer({ restarts: 2, lastEnd: end })] })];
    const node = known([testNode("node-1", { isReady: false, readyChangedAtMs })]);
    return restartRows(incidentWorld({ event: known(events), pod: known(all), node }), all, NOW)[0];
  };
  it("is lost with it, for what came since or is not told", () => {
    for (const row of [silentSince(NOW - 60_000), silentSince(null), silentSince(NOW, { end: null })]) {
      expect(row?.judgement.cause).toBe("node-lost");
      expect(row?.judgement.evidence).toEqual([{ code: "node-silent", params: { node: "node-1" } }]);
    }
  });
  it("keeps what was told before, with that it may be old", () => {
    const before = silentSince(NOW - 1000, { events: [KILLED] });
    expect(before?.judgement).toMatchObject({ cause: "liveness-kill", certainty: "shown" });
    expect(before?.judgement.evidence.map(({ code }) => code)).toEqual(["killing-event", "node-silent"]);
  });
  it("stands nowhere in the back-off that is known", () =>
    expect(silentSince(NOW)?.backOff).toEqual({
      ...{ isWaiting: false, delayMs: null, nextTryAtMs: null, source: null },
    }));
  it("is listed though it never restarted", () => {
    const all = [testPod("p")];
    const node = known([testNode("node-1", { isReady: false })]);
    expect(restartRows(incidentWorld({ pod: known(all), node }), all, NOW)).toHaveLength(1);
  });
  it("is as it was told where the node says nothing of Ready", () => {
    const all = [testPod("p")];
    const node = known([testNode("node-1", { isReady: null })]);
    expect(restartRows(incidentWorld({ pod: known(all), node }), all, NOW)).toEqual([]);
  });
});

describe("a row of the restart table", () => {
  it("tells signal, time, budget and place in the back-off", () => {
    const message = "back-off 2m40s restarting failed container=app pod=p";
    const container = { state: { kind: "waiting", reason: "CrashLoopBackOff", message } } as const;
    expect(rowsOf({ container })[0]).toMatchObject({
      lastExit: { exitCode: 143, signal: 15, ranForMs: 53_000 },
      ...{ liveness: { minSeconds: 50, maxSeconds: 56 }, startup: null },
      backOff: { isWaiting: true, delayMs: 160_000, nextTryAtMs: NOW - 47_000 + 160_000, source: "message" },
    });
  });
  it.each([
    [0, 0],
    [1, 10_000],
    [2, 20_000],
    [5, 160_000],
    [6, 300_000],
    [5000, 300_000],
    [null, null],
  ])("after %s restarts: %s ms", (restarts, delayMs) => {
    const container = {
      restarts,
      state: { kind: "waiting", reason: "CrashLoopBackOff", message: null },
    } as const;
    expect(rowsOf({ container })[0]?.backOff.delayMs).toBe(delayMs);
  });
  it("forgets the back-off after ten minutes", () => {
    const running = (ageMs: number) =>
      rowsOf({ container: { state: { kind: "running", startedAtMs: NOW - ageMs } } })[0]?.backOff.delayMs;
    expect([running(600_000), running(600_001)]).toEqual([20_000, 0]);
  });
  it("leaves out what never ended, and keeps what does not tell", () => {
    expect(rowsOf({ end: null, container: { restarts: 0 } })).toEqual([]);
    expect(rowsOf({ end: null, container: { restarts: null } })).toHaveLength(1);
    const state = { kind: "terminated", end: ended({ exitCode: 0 }) } as const;
    expect(rowsOf({ end: null, container: { role: "init", restarts: 0, state } })).toEqual([]);
  });
});
