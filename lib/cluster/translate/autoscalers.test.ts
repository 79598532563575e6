import { describe, expect, it } from "vitest";
import { contentionFromFiles } from "../contention-from-files";
import { clusterAutoscaler, verticalAutoscaler } from "./autoscalers";

const NAME = { namespace: "kube-system", name: "cluster-autoscaler-status" };
const statusOf = (status: unknown) => clusterAutoscaler({ metadata: NAME, data: { status } });

describe("clusterAutoscaler", () => {
  it("reads the status that it writes since 1.30", () => {
    const status = [
      "time: 2026-07-18 22:01:49.110900936 +0000 UTC",
      "autoscalerStatus: Running",
      "clusterWide:",
      "  scaleUp:",
      "    status: NoActivity",
      '    lastProbeTime: "2026-07-18T22:01:49Z"',
      "nodeGroups:",
      "- name: pool-a",
      "  health: { status: Healthy, cloudProviderTarget: 0, minSize: 0, maxSize: 1 }",
      "  scaleUp:",
      "    status: Backoff",
      "- name: pool-b",
    ].join("\n");
    expect(statusOf(status)).toEqual({
      ...{ state: "Running", scaleUp: "NoActivity", writtenAtMs: Date.parse("2026-07-18T22:01:49.110Z") },
      groups: [
        { name: "pool-a", target: 0, most: 1, scaleUp: "Backoff" },
        { name: "pool-b", target: null, most: null, scaleUp: null },
      ],
    });
  });
  it("reads the text that it wrote before", () => {
    const status = [
      "Cluster-autoscaler status at 2026-07-18 22:01:54.09 +0000 UTC:",
      "Cluster-wide:",
      "  Health:      Healthy (ready=5 unready=0 registered=5 longUnregistered=0)",
      "  ScaleUp:     InProgress (ready=5 registered=5)",
      "               LastProbeTime:      2026-07-18 22:01:54.093779908 +0000 UTC",
      "",
      "NodeGroups:",
      "  Name:        pool-a",
      "  Health:      Healthy (ready=3 registered=3 cloudProviderTarget=3 (minSize=1, maxSize=5))",
      "  ScaleUp:     NoActivity (ready=3 cloudProviderTarget=3)",
      "",
      "  Name:        pool-b",
      "  Health:      Healthy (ready=2)",
    ].join("\n");
    expect(statusOf(status)).toEqual({
      ...{ state: null, scaleUp: "InProgress", writtenAtMs: Date.parse("2026-07-18T22:01:54.09Z") },
      groups: [
        { name: "pool-a", target: 3, most: 5, scaleUp: "NoActivity" },
        { name: "pool-b", target: null, most: null, scaleUp: null },
      ],
    });
  });
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["another type", 5],
    ["what is no YAML", "a: [b"],
    ["a list", "- a"],
    ["nulls", "time: null\nclusterWide: null\nnodeGroups: [null, 3]"],
  ])("tells nothing of %s, and does not throw", (_what, status) =>
    expect(statusOf(status)).toEqual({ state: null, scaleUp: null, writtenAtMs: null, groups: [] }),
  );
  it("is no other ConfigMap", () =>
    expect(clusterAutoscaler({ metadata: { ...NAME, namespace: "shop" }, data: {} })).toBeNull());
});

describe("verticalAutoscaler", () => {
  const item = (spec: object, status: object = {}) => ({
    ...{ kind: "VerticalPodAutoscaler", metadata: { namespace: "shop", name: "a" }, spec, status },
  });
  it("reads its mode, target and what it recommends of CPU", () => {
    const recommendation = {
      containerRecommendations: [
        { containerName: "app", target: { cpu: "25m", memory: "262144k" }, lowerBound: { cpu: "25m" } },
        { containerName: "proxy", target: null },
        null,
      ],
    };
    const targetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "catalog" };
    const updatePolicy = { updateMode: "Off" };
    expect(verticalAutoscaler(item({ targetRef, updatePolicy }, { recommendation }))).toEqual({
      ...{ namespace: "shop", name: "a", target: "catalog", updateMode: "Off" },
      recommendations: [
        { container: "app", target: 0.025, lowerBound: 0.025 },
        { container: "proxy", target: null, lowerBound: null },
      ],
    });
  });
  it("recreates unless it says another, and is over no Deployment where it names something else", () => {
    const targetRef = { kind: "StatefulSet", name: "db" };
    expect(verticalAutoscaler(item({ targetRef, updatePolicy: null }))).toMatchObject({
      ...{ target: null, updateMode: "Recreate", recommendations: [] },
    });
  });
});

describe("autoscalers from files", () => {
  it("are unknown, not none, where no file has them", () => {
    const world = contentionFromFiles([{ kind: "PodList", items: [] }], 0);
    for (const kind of ["horizontalAutoscaler", "verticalAutoscaler", "clusterAutoscaler"] as const)
      expect(world[kind]).toMatchObject({ state: "unknown", failure: { error: "not-asked" } });
  });
  it("are read from a List and from one ConfigMap alone", () => {
    const world = contentionFromFiles(
      [
        { kind: "List", items: [{ kind: "VerticalPodAutoscaler", metadata: { name: "a" }, spec: {} }] },
        { kind: "ConfigMap", metadata: NAME, data: { status: "autoscalerStatus: Running" } },
        { kind: "HorizontalPodAutoscalerList", items: [] },
      ],
      0,
    );
    expect(world.verticalAutoscaler).toMatchObject({ state: "known", items: [{ name: "a" }] });
    expect(world.clusterAutoscaler).toMatchObject({ state: "known", items: [{ state: "Running" }] });
    expect(world.horizontalAutoscaler).toMatchObject({ state: "known", items: [] });
  });
});
