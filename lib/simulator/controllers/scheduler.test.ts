import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Cluster } from "../cluster";
import type { Node, Pod } from "../objects";
import { podDefaults } from "../pod-defaults";
import { namespaceOf, nodeOf } from "../seed-nodes";
import { REAL_DELAYS } from "../world";

const ZONE = "topology.kubernetes.io/zone";
const START_MS = Date.parse("2026-12-01T10:00:00Z");
const SELECTOR = { matchLabels: { app: "web" } };

/** A cluster with a node in each of these zones, named node-1 and so on. */
function clusterIn(zones: readonly string[]): Cluster {
  const settings = {
    ...{ delays: REAL_DELAYS, hasKubevirt: true, hasMetrics: false, qemuOverheadMi: 50, missingImages: [] },
  };
  const cluster = new Cluster(settings, () => START_MS);
  cluster.create(namespaceOf("lab"));
  zones.forEach((zone, index) => {
    const node = nodeOf(`node-${index + 1}`, index + 1, cluster);
    const labels = { ...node.metadata.labels, [ZONE]: zone };
    cluster.create({ ...node, metadata: { ...node.metadata, labels } });
  });
  return cluster;
}

function add(cluster: Cluster, name: string, spec: object = {}, labels: object = { app: "web" }): Pod {
  const containers = [{ name: "app", image: "registry.lab/app:1" }];
  const metadata = { name, namespace: "lab", labels: { ...labels } };
  const draft = { apiVersion: "v1", kind: "Pod", metadata, spec: { containers, ...spec } };
  cluster.create(podDefaults(draft));
  cluster.advance(1_000);
  return podOf(cluster, name);
}
const podOf = (cluster: Cluster, name: string) => cluster.store.get("pods", "lab", name) as Pod;
const messageOf = (pod: Pod) => pod.status.conditions?.find(({ type }) => type === "PodScheduled")?.message;
const spreadOver = (topologyKey: string, more: object = {}) => ({
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey, whenUnsatisfiable: "DoNotSchedule", labelSelector: SELECTOR, ...more },
  ],
});
const apart = (topologyKey: string) => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: SELECTOR }],
    },
  },
});
const near = (topologyKey: string) => ({
  affinity: {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: SELECTOR }],
    },
  },
});

describe("a pod that no node takes", () => {
  it("is told of nodes counted by reason, and of what preemption could do for each", () => {
    const cluster = clusterIn(["x", "x", "y"]);
    const cordoned = cluster.store.get("nodes", undefined, "node-3") as Node;
    add(cluster, "first", { nodeSelector: { [ZONE]: "x" } });
    cluster.store.replace({ ...cordoned, spec: { ...cordoned.spec, unschedulable: true } });
    const pod = add(cluster, "second", spreadOver(ZONE));
    expect(messageOf(pod)).toBe(
      "0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) didn't match pod topology spread constraints. " +
        "no new claims to deallocate, preemption: 0/3 nodes are available: " +
        "1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod.",
    );
    const events = cluster.store.list("events", "lab").filter(({ reason }) => reason === "FailedScheduling");
    expect(events).toEqual([expect.objectContaining({ message: messageOf(pod), type: "Warning" })]);
  });

  it.each([
    ["node(s) didn't match pod anti-affinity rules", apart("kubernetes.io/os"), true],
    ["node(s) didn't match pod affinity rules", near("example.com/rack"), false],
    [
      "node(s) didn't match pod topology spread constraints (missing required label)",
      spreadOver("example.com/rack"),
      false,
    ],
  ])("%s", (reason, spec, couldPreempt) => {
    const cluster = clusterIn(["x", "y"]);
    add(cluster, "first");
    const helped = couldPreempt
      ? "No preemption victims found for incoming pod"
      : "Preemption is not helpful for scheduling";
    expect(messageOf(add(cluster, "second", spec))).toBe(
      `0/2 nodes are available: 2 ${reason}. no new claims to deallocate, preemption: ` +
        `0/2 nodes are available: 2 ${helped}.`,
    );
  });

  it("is looked at again when another pod comes that it waits for, and when one goes that is in its way", () => {
    const cluster = clusterIn(["x", "y"]);
    const fan = add(cluster, "fan", near("kubernetes.io/hostname"), { app: "fan" });
    expect(fan.spec.nodeName).toBeUndefined();
    const web = add(cluster, "web");
    expect(podOf(cluster, "fan").spec.nodeName).toBe(web.spec.nodeName);
    expect(add(cluster, "loner", apart("kubernetes.io/os")).spec.nodeName).toBeUndefined();
    cluster.delete(web, { gracePeriodSeconds: 0 });
    cluster.advance(1_000);
    expect(podOf(cluster, "loner").spec.nodeName).toBeDefined();
  });
});

describe("a preference", () => {
  it("for a zone outweighs an emptier node, and a taint that asks to stay away outweighs both", () => {
    const cluster = clusterIn(["x", "y"]);
    add(cluster, "load", { nodeSelector: { [ZONE]: "y" } });
    const preference = { matchExpressions: [{ key: ZONE, operator: "In", values: ["y"] }] };
    const preferred = [{ weight: 1, preference }];
    const spec = {
      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } },
    };
    expect(add(cluster, "there", spec).spec.nodeName).toBe("node-2");
    const node = cluster.store.get("nodes", undefined, "node-2") as Node;
    const taints = [{ key: "busy", effect: "PreferNoSchedule" }];
    cluster.store.replace({ ...node, spec: { ...node.spec, taints } });
    expect(add(cluster, "away", spec).spec.nodeName).toBe("node-1");
  });

  it("for spread goes where fewer are, though nodes look alike to the rest", () => {
    const cluster = clusterIn(["x", "x", "y"]);
    const soft = spreadOver(ZONE, { whenUnsatisfiable: "ScheduleAnyway" });
    for (const name of ["a", "b", "c", "d"]) add(cluster, name, soft);
    const zones = ["a", "b", "c", "d"].map((name) => podOf(cluster, name).metadata.labels?.[ZONE]);
    expect(zones.sort()).toEqual(["x", "x", "y", "y"]);
  });
});

describe("property: spread", () => {
  const zones = fc.array(fc.constantFrom<string>("x", "y", "z"), { minLength: 1, maxLength: 6 });
  const acts = fc.array(fc.record({ doesAdd: fc.boolean(), pick: fc.nat(20), isBound: fc.boolean() }), {
    maxLength: 25,
  });

  it("never puts a pod where its zone then exceeds the emptiest by more than maxSkew, whatever comes and goes", () => {
    fc.assert(
      fc.property(zones, acts, fc.integer({ min: 1, max: 3 }), (inZones, list, maxSkew) => {
        const cluster = clusterIn(inZones);
        const counts = () => {
          const pods = (cluster.store.list("pods") as Pod[]).filter(
            ({ spec, metadata }) => spec.nodeName !== undefined && metadata.deletionTimestamp === undefined,
          );
          const inZone = (zone: string) =>
            pods.filter(({ metadata }) => metadata.labels?.[ZONE] === zone).length;
          return new Map([...new Set(inZones)].map((zone) => [zone, inZone(zone)]));
        };
        cluster.store.onChange(({ object, previous }) => {
          const [pod, before] = [object as Pod, previous as Pod | undefined];
          const isNew = pod.kind === "Pod" && pod.spec.nodeName !== undefined && !before?.spec.nodeName;
          if (!isNew || pod.spec.topologySpreadConstraints === undefined) return;
          const all = counts();
          const own = all.get(pod.metadata.labels?.[ZONE] ?? "") ?? 0;
          expect(own - Math.min(...all.values())).toBeLessThanOrEqual(maxSkew);
        });
        list.forEach(({ doesAdd, pick, isBound }, index) => {
          if (doesAdd) add(cluster, `p${index}`, isBound ? spreadOver(ZONE, { maxSkew }) : {});
          else {
            const pods = cluster.store.list("pods");
            const gone = pods[pick % Math.max(1, pods.length)];
            if (gone) cluster.delete(gone, {});
            cluster.advance(500);
          }
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe("a machine", () => {
  it("is placed by the rules of its template, which its launcher pod carries", () => {
    const cluster = clusterIn(["x", "y"]);
    const labels = { app: "web" };
    for (const name of ["one", "two"]) {
      const template = {
        metadata: { labels },
        spec: { domain: { memory: { guest: "1Gi" } }, ...spreadOver(ZONE) },
      };
      const spec = { runStrategy: "Always", template };
      cluster.create({
        ...{ apiVersion: "kubevirt.io/v1", kind: "VirtualMachine", spec },
        metadata: { name, namespace: "lab" },
      });
      cluster.advance(1_000);
    }
    const zones = cluster.store.list("pods").map(({ metadata }) => metadata.labels?.[ZONE]);
    expect(zones.sort()).toEqual(["x", "y"]);
  });
});
