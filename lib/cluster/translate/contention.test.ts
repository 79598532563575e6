import { describe, expect, it } from "vitest";
import { contentionFromFiles } from "../contention-from-files";
import { contendedNode, deploymentFacts, podEvent, replicaSetFacts } from "./contention";
import { contendedPod } from "./contention-pod";

const AT = "2026-03-02T10:00:00Z";
const AT_MS = Date.parse(AT);

describe("contendedPod", () => {
  it("takes what is missing, null or of another kind for not told, and never for 0", () => {
    const pod = contendedPod({
      kind: "Pod",
      metadata: { name: "a", namespace: "shop", labels: null, ownerReferences: null },
      spec: { containers: [{ name: "app", resources: null, livenessProbe: {} }, null, "odd"] },
    });
    expect(pod).toMatchObject({
      ...{ uid: "", owner: null, nodeName: null, phase: "", isReady: null, readySinceMs: null },
      ...{
        createdAtMs: null,
        qos: null,
        statusReason: null,
        terminationGraceSeconds: null,
      },
    });
    expect(pod.containers).toEqual([
      expect.objectContaining({
        restarts: null,
        state: null,
        lastEnd: null,
        requestCpu: null,
        startup: null,
      }),
    ]);
    expect(pod.containers[0]?.liveness).toEqual({
      ...{ initialDelaySeconds: 0, periodSeconds: 10, timeoutSeconds: 1, failureThreshold: 3 },
      ...{ terminationGraceSeconds: null, handler: null },
    });
  });
  it("tells sidecars from init containers, and reads their counts and ends", () => {
    const pod = contendedPod({
      metadata: { name: "a", namespace: "shop" },
      spec: {
        initContainers: [{ name: "migrate" }, { name: "proxy", restartPolicy: "Always" }],
        containers: [{ name: "app", resources: { requests: { cpu: "25m" }, limits: { cpu: 2 } } }],
      },
      status: {
        qosClass: "Sometimes",
        initContainerStatuses: [{ name: "proxy", restartCount: 2, state: { running: { startedAt: AT } } }],
        containerStatuses: [
          {
            name: "app",
            restartCount: 4,
            state: { waiting: { reason: "SomethingNew" } },
            lastState: {
              terminated: { exitCode: 143, reason: "Error", startedAt: AT, finishedAt: null, signal: 0 },
            },
          },
        ],
      },
    });
    expect(pod.qos).toBeNull();
    expect(pod.containers.map(({ name, role, restarts }) => [name, role, restarts])).toEqual([
      ["migrate", "init", null],
      ["proxy", "sidecar", 2],
      ["app", "app", 4],
    ]);
    expect(pod.containers[2]).toMatchObject({
      requestCpu: 0.025,
      limitCpu: 2,
      state: { kind: "waiting", reason: "SomethingNew", message: null },
      lastEnd: { exitCode: 143, signal: null, reason: "Error", startedAtMs: AT_MS, finishedAtMs: null },
    });
  });
  it("takes a quantity that is none for not told", () => {
    const pod = contendedPod({
      spec: { containers: [{ name: "app", resources: { requests: { cpu: "1K" } } }] },
    });
    expect([pod.requestCpu, pod.containers[0]?.requestCpu]).toEqual([null, null]);
  });
});

describe("what takes a pod away", () => {
  it("is told with when its deletion was asked for, and not guessed where no grace is told", () => {
    const deleted = (seconds: unknown) =>
      contendedPod({ metadata: { deletionTimestamp: AT, deletionGracePeriodSeconds: seconds } });
    expect(deleted(30)).toMatchObject({ deletingAtMs: AT_MS, deletionBeganAtMs: AT_MS - 30_000 });
    expect(deleted(undefined).deletionBeganAtMs).toBeNull();
    expect(contendedPod({ metadata: {} }).deletionBeganAtMs).toBeNull();
  });
  it("is a condition that is True, and none otherwise", () => {
    const of = (status: string) => {
      const condition = {
        type: "DisruptionTarget",
        status,
        reason: "DeletionByPodGC",
        lastTransitionTime: AT,
      };
      return contendedPod({ status: { conditions: [condition] } }).disruption;
    };
    expect(of("True")).toEqual({ reason: "DeletionByPodGC", atMs: AT_MS });
    expect([of("False"), of("Unknown")]).toEqual([null, null]);
  });
  it("may be a rule that restarts all its containers", () => {
    const of = (action: string) =>
      contendedPod({
        spec: { initContainers: [{ restartPolicyRules: [{ action }] }], containers: [{ name: "app" }] },
      }).restartsTogether;
    expect([of("RestartAllContainers"), of("Restart")]).toEqual([true, false]);
  });
});

describe("which nodes may take a pod", () => {
  it("is told by selector, tolerations and required affinity, in the API's words", () => {
    const required = {
      nodeSelectorTerms: [
        {
          matchExpressions: [{ key: "zone", operator: "In", values: ["a", 1] }],
          matchFields: [{ key: "metadata.name", operator: "In", values: ["n1"] }],
        },
        null,
      ],
    };
    const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: required };
    const pod = contendedPod({
      spec: { nodeSelector: { pool: "x" }, tolerations: [{ key: "gpu" }, "odd"], affinity: { nodeAffinity } },
    });
    expect(pod).toMatchObject({
      nodeSelector: { pool: "x" },
      tolerations: [{ key: "gpu", operator: "Equal", value: "", effect: "" }],
      nodeTerms: [
        [
          { key: "zone", operator: "In", values: ["a"], isField: false },
          { key: "metadata.name", operator: "In", values: ["n1"], isField: true },
        ],
      ],
    });
    expect(contendedPod({ spec: { affinity: null } })).toMatchObject({ tolerations: [], nodeTerms: null });
  });
});

describe("contendedNode", () => {
  it("tells since when it is as Ready as it is", () => {
    const of = (status: string) => {
      const condition = { type: "Ready", status, lastTransitionTime: AT };
      const { isReady, readyChangedAtMs } = contendedNode({ status: { conditions: [condition] } });
      return [isReady, readyChangedAtMs];
    };
    expect([of("True"), of("Unknown")]).toEqual([
      [true, AT_MS],
      [false, AT_MS],
    ]);
    expect(contendedNode({})).toMatchObject({ isReady: null, readyChangedAtMs: null });
  });
});

describe("what a pod asks for", () => {
  const askedOf = (spec: object) => {
    const { requestCpu, requestMemory } = contendedPod({ spec });
    return [requestCpu, requestMemory];
  };
  it("is none where it asks for none, and not told where no container is", () => {
    expect(askedOf({ containers: [{ name: "app" }] })).toEqual([0, 0]);
    expect(askedOf({ containers: [{ name: "app", resources: { requests: { memory: "1Ki" } } }] })).toEqual([
      0, 1024,
    ]);
    expect(askedOf({})).toEqual([null, null]);
    expect(askedOf({ containers: null })).toEqual([null, null]);
  });
  it("is the limit where only that is given, as the API server fills it in", () =>
    expect(askedOf({ containers: [{ resources: { limits: { cpu: "500m" }, requests: null } }] })[0]).toBe(
      0.5,
    ));
  it("is what the pod asks for as a whole where it does, with the overhead of its runtime class", () => {
    const containers = [{ resources: { requests: { cpu: "100m" } } }, { resources: {} }];
    const overhead = { cpu: "250m" };
    expect(askedOf({ containers, overhead })[0]).toBe(0.35);
    expect(askedOf({ containers, overhead, resources: { requests: { cpu: "2" } } })[0]).toBe(2.25);
  });
  it("does not lose the CPU over a memory that is no quantity", () =>
    expect(askedOf({ containers: [{ resources: { requests: { cpu: "1", memory: "x" } } }] })).toEqual([
      1,
      null,
    ]));
});

describe("podEvent", () => {
  it("reads both kinds of event and the count of a series, and leaves out what is not about a pod", () => {
    const about = { kind: "Pod", namespace: "shop", name: "a", uid: "u", fieldPath: "spec.containers{app}" };
    const old = {
      involvedObject: about,
      reason: "Killing",
      message: "m",
      type: "Normal",
      count: 3,
      firstTimestamp: AT,
    };
    expect(podEvent(old)).toMatchObject({
      podName: "a",
      container: "app",
      count: 3,
      firstAtMs: AT_MS,
      lastAtMs: AT_MS,
    });
    const later = "2026-03-02T10:05:00.123456Z";
    const fresh = {
      regarding: about,
      note: "n",
      eventTime: AT,
      series: { count: 9, lastObservedTime: later },
    };
    expect(podEvent(fresh)).toMatchObject({
      message: "n",
      count: 9,
      firstAtMs: AT_MS,
      lastAtMs: Date.parse(later),
    });
    expect(podEvent({ involvedObject: { kind: "Node", name: "n" } })).toBeNull();
  });
});

describe("workloads", () => {
  it("read what a pod of a ReplicaSet asks for, in all and by container", () => {
    const set = replicaSetFacts({
      metadata: { name: "a-1", ownerReferences: [{ kind: "Deployment", name: "a" }], annotations: {} },
      spec: {
        template: {
          spec: {
            containers: [
              { name: "app", resources: { requests: { cpu: "500m" } } },
              { name: "agent", resources: {} },
            ],
          },
        },
      },
    });
    expect(set).toMatchObject({
      ...{ deployment: "a", revision: null, replicas: null, readyReplicas: null, requestCpu: 0.5 },
      containerCpu: { app: 0.5, agent: null },
    });
  });
  it("tell a template that asks for nothing from one that is not told", () => {
    const requestOf = (spec: object) => replicaSetFacts({ spec: { template: { spec } } }).requestCpu;
    expect(requestOf({ containers: [{ name: "app" }] })).toBe(0);
    expect(requestOf({ containers: [{ name: "app", resources: { limits: { cpu: "2" } } }] })).toBe(2);
    expect(requestOf({})).toBeNull();
  });
  it("give a rolling update its defaults, and a Recreate none", () => {
    expect(deploymentFacts({ spec: {} })).toMatchObject({
      maxUnavailable: "25%",
      maxSurge: "25%",
      replicas: 1,
    });
    expect(deploymentFacts({ spec: { strategy: { type: "Recreate" } } }).maxUnavailable).toBeNull();
  });
});

describe("contentionFromFiles", () => {
  it("takes lists of all sorts and single objects; a kind that no file has is unknown, an empty list is not", () => {
    const node = { kind: "Node", metadata: { name: "n1" } };
    const world = contentionFromFiles(
      [
        { kind: "List", items: [node, { kind: "Pod", metadata: { name: "a" } }] },
        { kind: "EventList", items: [] },
        { kind: "ReplicaSetList", items: [{ metadata: { name: "r" } }] },
      ],
      AT_MS,
    );
    expect(world.node).toMatchObject({ state: "known", items: [{ name: "n1" }], dateMs: AT_MS });
    expect(world.pod).toMatchObject({ state: "known", items: [{ name: "a" }] });
    expect(world.event).toEqual({ state: "known", items: [], dateMs: AT_MS });
    expect(world.replicaSet).toMatchObject({ state: "known", items: [{ name: "r" }] });
    expect(world.deployment.state).toBe("unknown");
  });
  it("says what to do with a file that is none of it", () => {
    expect(() => contentionFromFiles([[1, 2]], AT_MS)).toThrow(/kubectl get/);
  });
});
