import { Cluster } from "./cluster";
import { BOOT } from "./controllers/containers/life";
import type { Node, Pod } from "./objects";
import { podDefaults, withQosClass } from "./pod-defaults";
import { podAmounts } from "./pod-resources";
import { namespaceOf, nodeOf } from "./seed-nodes";
import type { Simulator } from "./simulator";
import { REAL_DELAYS } from "./world";
import type { Draft, Settings } from "./world";

export const SHOP = "shop";
/** New pods that the scheduler is to put on each node, as in the incident. */
const PODS_BY_NODE = [12, 5, 3, 2, 1];
const NODE = { cpu: "4", memory: "16Gi", allocatableCpu: "3920m", allocatableMemory: "15Gi" };
/** 17 services with one replica and 3 with two: 23 pods. */
const SERVICES = [
  ...[
    "accounts",
    "audit",
    "baskets",
    "billing",
    "catalog",
    "coupons",
    "delivery",
    "fraud",
    "gateway",
    "images",
  ],
  ...["inventory", "mail", "orders", "payments", "prices", "reviews", "search", "sessions", "stock", "tax"],
];
const WITH_TWO = new Set(["catalog", "gateway", "orders"]);
const BEFORE = "500m";
const AFTER = "25m";
const MEMORY = "400Mi";
const DEPLOYMENTS = "deployments.apps";
const LEAD_MS = 3_600_000;
const ROLLOUT_MS = 13_000;
/** How long ago the rollout was: the worst is over, and the events are still there. */
const SINCE_MS = 24 * 60_000;
const MEBI = 1_048_576;

/** What a service needs to start: all of a node's free cores for ten seconds, as a JVM with a big framework does. */
export const BOOT_RULE = { coreSeconds: 42, spread: 0.3, cores: 4, steadyCores: 0.04 };

/**
 * Twenty services on five nodes of their own, whose CPU request was lowered from 500m to 25m in one rollout: the
 * scheduler, which sees requests only, puts 12 of the 23 new pods on the node that looks empty. It is played in a
 * cluster of its own whose clock is behind, so that the half hour that it takes has passed when it is seen.
 */
export function playColdStart(simulator: Simulator): void {
  // At the pace of a real cluster, however fast this one is: the incident is in its times.
  const settings = { ...simulator.settings, delays: REAL_DELAYS };
  const past = playedInThePast(settings, Math.floor(simulator.nowMs()));
  const known = new Set(simulator.cluster.store.list("namespaces").map(({ metadata }) => metadata.name));
  const objects = past.store
    .all()
    .filter(({ kind, metadata }) => kind !== "Namespace" || !known.has(metadata.name));
  simulator.seed(objects.filter(({ kind }) => kind !== "Lease"));
}

/** The cluster of the incident at `nowMs`, epoch milliseconds. */
export function playedInThePast(settings: Settings, nowMs: number): Cluster {
  const cluster = new Cluster(settings, () => nowMs - SINCE_MS - LEAD_MS);
  cluster.create(namespaceOf(SHOP));
  PODS_BY_NODE.forEach((_, index) => cluster.create(serviceNode(cluster, index + 1)));
  const pauseMs = Math.floor(LEAD_MS / (SERVICES.length + 1));
  for (const service of SERVICES) {
    cluster.create(serviceOf(service, BEFORE));
    cluster.settle();
    cluster.advance(pauseMs);
  }
  level(cluster);
  cluster.advance(pauseMs);
  for (const service of SERVICES) {
    rollOut(cluster, service);
    cluster.advance(ROLLOUT_MS / SERVICES.length);
  }
  cluster.advance(SINCE_MS - ROLLOUT_MS);
  return cluster;
}

function serviceNode(cluster: Cluster, index: number): Draft {
  const node = nodeOf(`services-${index}`, index, cluster);
  const amounts = (cpu: string, memory: string) => ({
    cpu,
    memory,
    "ephemeral-storage": "100Gi",
    pods: "110",
  });
  return {
    ...node,
    metadata: {
      ...node.metadata,
      labels: { ...node.metadata.labels, pool: "services", "kubevirt.io/schedulable": "false" },
    },
    status: {
      ...node.status,
      capacity: amounts(NODE.cpu, NODE.memory),
      allocatable: amounts(NODE.allocatableCpu, NODE.allocatableMemory),
    },
  };
}

function serviceOf(name: string, cpu: string): Draft {
  const labels = { app: name, "app.kubernetes.io/instance": "shop" };
  const container = {
    name: "app",
    image: `registry.example.com/shop/${name}:2.4.1`,
    env: [{ name: "JAVA_TOOL_OPTIONS", value: "-XX:MaxRAMPercentage=75" }],
    resources: { requests: { cpu, memory: MEMORY }, limits: { memory: "768Mi" } },
    livenessProbe: {
      httpGet: { path: "/health", port: 8080 },
      initialDelaySeconds: 40,
      periodSeconds: 5,
      failureThreshold: 3,
      timeoutSeconds: 1,
    },
    readinessProbe: {
      httpGet: { path: "/ready", port: 8080 },
      periodSeconds: 5,
      failureThreshold: 3,
      timeoutSeconds: 1,
    },
  };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name,
      namespace: SHOP,
      labels,
      annotations: { "argocd.argoproj.io/tracking-id": `shop:apps/Deployment:${SHOP}/${name}` },
    },
    spec: {
      replicas: WITH_TWO.has(name) ? 2 : 1,
      selector: { matchLabels: { app: name } },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "100%", maxUnavailable: 0 } },
      template: {
        metadata: { labels, annotations: { [BOOT]: JSON.stringify(BOOT_RULE) } },
        spec: { nodeSelector: { pool: "services" }, containers: [container] },
      },
    },
    status: {},
  };
}

/** Puts jobs of others on the nodes, each as big as leaves the room by request that draws its share of the new pods. */
function level(cluster: Cluster): void {
  const nodes = (cluster.store.list("nodes") as Node[]).map(({ metadata }) => metadata.name).sort();
  const pods = cluster.store.list("pods") as Pod[];
  const wanted = nodes.map((node, index) => {
    const on = pods.filter(({ spec }) => spec.nodeName === node);
    const asked = (name: string) =>
      on.reduce((sum, pod) => sum + Number(podAmounts(pod, "requests").get(name)?.nano ?? 0n) / 1e9, 0);
    const count = PODS_BY_NODE[index] ?? 0;
    return { node, milli: asked("cpu") * 1000 + count * 25, mebi: asked("memory") / MEBI + count * 400 };
  });
  const top = {
    milli: Math.max(...wanted.map(({ milli }) => milli)),
    mebi: Math.max(...wanted.map(({ mebi }) => mebi)),
  };
  for (const { node, milli, mebi } of wanted) {
    const requests = {
      cpu: `${Math.round(top.milli - milli) + 100}m`,
      memory: `${Math.round(top.mebi - mebi) + 100}Mi`,
    };
    cluster.create(reportOn(node, requests));
  }
}

function reportOn(node: string, requests: Record<string, string>): Draft {
  const container = { name: "report", image: "registry.example.com/shop/report:7", resources: { requests } };
  const metadata = { name: `report-${node}`, namespace: SHOP, labels: { app: "report" } };
  return withQosClass(
    podDefaults({
      apiVersion: "v1",
      kind: "Pod",
      metadata,
      spec: { nodeName: node, containers: [container] },
    }),
  );
}

function rollOut(cluster: Cluster, name: string): void {
  const old = cluster.store.get(DEPLOYMENTS, SHOP, name);
  if (!old) throw new Error(`There is no Deployment ${name}.`);
  const { spec } = serviceOf(name, AFTER);
  const generation = (old.metadata.generation ?? 1) + 1;
  cluster.update({ ...old, metadata: { ...old.metadata, generation }, spec });
}
