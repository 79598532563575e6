import type { Known } from "../world";
import type {
  ContendedContainer,
  ContendedNode,
  ContendedPod,
  ContentionWorld,
  PodEvent,
} from "./contention-world";

/** The incident of 23 pods on five nodes, 20 minutes after its rollout began. */
export const START = Date.parse("2026-12-01T09:00:00.000Z");
export const INCIDENT_NOW = START + 20 * 60_000;
const GI = 2 ** 30;
const MI = 2 ** 20;
/** The order in which LeastAllocated gives 12/5/3/2/1 where the other nodes begin 7, 9, 10 and 11 pods fuller. */
const NODE_OF_POD = [1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4, 5];
const FULLER_BY = [0, 7, 9, 10, 11];
/** Restarts of Node 1's pods, 44 in all, then of Node 2's. */
const RESTARTS: Readonly<Record<number, readonly number[]>> = {
  1: [4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3],
  2: [1, 1, 0, 0, 0],
};

export const known = <T>(items: readonly T[]): Known<T> => ({ state: "known", items, dateMs: INCIDENT_NOW });
export const unknown: Known<never> = {
  state: "unknown",
  failure: { resource: "pods", error: "timeout", status: null },
};

export function testNode(name: string, changes: Partial<ContendedNode> = {}): ContendedNode {
  return {
    ...{ name, allocatableCpu: 8, allocatableMemory: 64 * GI, isReady: true, isCordoned: false },
    readyChangedAtMs: null,
    ...{ taints: [], labels: { "kubernetes.io/hostname": name } },
    conditions: [
      { type: "Ready", status: "True", reason: "KubeletReady", message: "" },
      { type: "MemoryPressure", status: "False", reason: "KubeletHasSufficientMemory", message: "" },
    ],
    ...changes,
  };
}

export function testContainer(changes: Partial<ContendedContainer> = {}): ContendedContainer {
  return {
    ...{ name: "app", role: "app", image: "registry.lab/svc:2", requestCpu: 0.025, limitCpu: null },
    ...{ requestMemory: 256 * MI, limitMemory: null, restarts: 0, isReady: true },
    ...{ state: { kind: "running", startedAtMs: START + 15_000 }, lastEnd: null },
    liveness: {
      ...{ initialDelaySeconds: 40, periodSeconds: 5, timeoutSeconds: 1, failureThreshold: 3 },
      terminationGraceSeconds: null,
      handler: { httpGet: { path: "/health", port: 8080 } },
    },
    ...{ readiness: null, startup: null, env: { JAVA_TOOL_OPTIONS: "-javaagent:/otel/agent.jar" } },
    ...changes,
  };
}

export function testPod(name: string, changes: Partial<ContendedPod> = {}): ContendedPod {
  return {
    ...{ uid: `uid-${name}`, namespace: "shop", name, annotations: {}, owner: null, nodeName: "node-1" },
    labels: { app: name, "app.kubernetes.io/part-of": "shop" },
    ...{ phase: "Running", statusReason: null, createdAtMs: START, scheduledAtMs: START },
    ...{ statusMessage: null, deletionBeganAtMs: null, disruption: null, restartsTogether: false },
    ...{ deletingAtMs: null, isReady: true, readySinceMs: START + 50_000, conditions: [], qos: "Burstable" },
    ...{ requestCpu: 0.025, requestMemory: 256 * MI, isLauncher: false, isManaged: false },
    ...{
      terminationGraceSeconds: 30,
      nodeSelector: {},
      tolerations: [],
      nodeTerms: null,
      containers: [testContainer()],
    },
    ...changes,
  };
}

export function incidentWorld(changes: Partial<ContentionWorld> = {}): ContentionWorld {
  const pods = NODE_OF_POD.map(newPod);
  const names = [1, 2, 3, 4, 5].map((n) => `node-${n}`);
  return {
    node: known(names.map((name) => testNode(name))),
    pod: known([...pods, ...names.map(basePod)]),
    event: known(pods.flatMap(eventsOf)),
    replicaSet: known(SERVICES.flatMap(replicaSetsOf)),
    deployment: known(SERVICES.map(deploymentOf)),
    horizontalAutoscaler: known([]),
    verticalAutoscaler: { state: "absent" },
    clusterAutoscaler: known([
      { state: "Running", scaleUp: "NoActivity", writtenAtMs: INCIDENT_NOW, groups: [] },
    ]),
    nodeUsage: known(names.map((name, i) => ({ name, cpu: i === 0 ? 7.9 : 2, memory: 20 * GI }))),
    podUsage: known(
      pods.map(({ namespace, name, nodeName }) => ({
        ...{ namespace, name, cpu: nodeName === "node-1" ? 0.55 : 0.05, memory: 400 * MI },
      })),
    ),
    ...changes,
  };
}

const SERVICES = Array.from({ length: 20 }, (_none, i) => `svc-${String(i + 1).padStart(2, "0")}`);

function newPod(node: number, i: number): ContendedPod {
  const service = SERVICES[i % 20] ?? "svc";
  const place = NODE_OF_POD.slice(0, i).filter((each) => each === node).length;
  const restarts = RESTARTS[node]?.[place] ?? 0;
  const createdAtMs = START + Math.round((i * 13_000) / 22);
  const isLooping = node === 1 && place < 10;
  const finishedAtMs = INCIDENT_NOW - 40_000 + place * 1000;
  const ranMs = 52_000 + (place % 5) * 1000;
  const startedAtMs = restarts > 0 ? finishedAtMs + 12_000 : createdAtMs + 2000;
  const isWaiting = isLooping && place < 6;
  return testPod(`${service}-new-${i}`, {
    ...{ nodeName: `node-${node}`, createdAtMs, scheduledAtMs: createdAtMs, isReady: !isLooping },
    labels: { app: service, "app.kubernetes.io/part-of": "shop", "pod-template-hash": "new" },
    owner: { kind: "ReplicaSet", name: `${service}-new`, uid: `rs-${service}-new` },
    readySinceMs: isLooping ? null : startedAtMs + (restarts > 0 ? 27_000 : 48_000 - node * 4000),
    containers: [
      testContainer({
        ...{ restarts, isReady: !isLooping },
        state: isWaiting
          ? {
              ...{ kind: "waiting", reason: "CrashLoopBackOff" },
              message: `back-off ${10 * 2 ** (restarts - 1)}s restarting failed container=app pod=${service}`,
            }
          : { kind: "running", startedAtMs },
        lastEnd:
          restarts === 0
            ? null
            : {
                ...{ exitCode: 143, signal: null, reason: "Error", message: null },
                ...{ startedAtMs: finishedAtMs - ranMs, finishedAtMs },
              },
      }),
    ],
  });
}

/** All else that runs on a node, as one pod. */
function basePod(node: string, i: number): ContendedPod {
  const pods = FULLER_BY[i] ?? 0;
  return testPod(`base-${node}`, {
    ...{ namespace: "system", nodeName: node, createdAtMs: START - 86_400_000, labels: {} },
    ...{ requestCpu: 4 + pods * 0.025, requestMemory: 32 * GI + pods * 256 * MI },
    containers: [testContainer({ name: "base", requestCpu: 4 + pods * 0.025, liveness: null, env: {} })],
  });
}

function eventsOf(pod: ContendedPod): PodEvent[] {
  const end = pod.containers[0]?.lastEnd;
  const restarts = pod.containers[0]?.restarts ?? 0;
  if (!end?.finishedAtMs) return [];
  const event = { namespace: pod.namespace, podName: pod.name, podUid: pod.uid, container: "app" };
  const times = { firstAtMs: pod.createdAtMs, lastAtMs: end.finishedAtMs - 1000 };
  return [
    {
      ...{ ...event, ...times, type: "Warning", reason: "Unhealthy", count: restarts * 3 },
      message: "Liveness probe failed: Get http://10.0.0.1:8080/health: context deadline exceeded",
    },
    {
      ...{ ...event, ...times, type: "Normal", reason: "Killing", count: restarts },
      message: "Container app failed liveness probe, will be restarted",
    },
  ];
}

function replicaSetsOf(service: string, i: number) {
  const set = (suffix: string, revision: number, requestCpu: number, createdAtMs: number) => ({
    ...{
      uid: `rs-${service}-${suffix}`,
      namespace: "shop",
      name: `${service}-${suffix}`,
      revision,
      requestCpu,
    },
    ...{ deployment: service, createdAtMs, replicas: i < 3 ? 2 : 1, readyReplicas: 1 },
    containerCpu: { app: requestCpu },
  });
  return [set("old", 4, 0.5, START - 86_400_000), set("new", 5, 0.025, START + i * 600)];
}

function deploymentOf(service: string, i: number) {
  const replicas = i < 3 ? 2 : 1;
  return {
    ...{ uid: `deploy-${service}`, namespace: "shop", name: service, conditions: [] },
    ...{
      replicas,
      availableReplicas: replicas,
      maxUnavailable: 0,
      maxSurge: "25%",
      strategy: "RollingUpdate",
    },
    labels: { "app.kubernetes.io/instance": "shop" },
    annotations: { "argocd.argoproj.io/tracking-id": `shop:apps/Deployment:shop/${service}` },
  };
}
