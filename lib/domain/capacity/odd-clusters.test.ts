import { describe, expect, it } from "vitest";
import type { LabSpec } from "../lab";
import { capacityNode, capacityPod, capacityWorld } from "../testing/capacity-samples";
import { known, NS, SPEC } from "../testing/samples";
import { type BindingInput, labRoom, type WhatIf } from "./binding";
import type { CapacityWorld } from "./capacity-world";
import { gaugesOf } from "./gauges";
import { nodeHeadrooms } from "./node-headroom";
import { NANO, parseQuantity } from "./quantity";
import type { Quota, QuotaScope } from "./quota";

const quota = (
  name: string,
  resources: Readonly<Record<string, readonly [hard: string, used: string]>>,
  scopes: readonly QuotaScope[] = [],
): Quota => ({
  ...{ namespace: NS, name, scopes },
  resources: Object.entries(resources).map(([key, [hard, used]]) => ({
    ...{ key, hard: parseQuantity(hard), used: parseQuantity(used) },
  })),
});
const VMS: QuotaScope = { name: "NotTerminating" };
const PODS: QuotaScope = { name: "Terminating" };

function room(world: Partial<CapacityWorld>, spec: Partial<LabSpec> = {}, whatIf?: WhatIf) {
  const input: BindingInput = { seats: { taken: 0, cap: 100 }, world: capacityWorld(world), underWay: [] };
  return labRoom({ ...SPEC, ...spec }, NS, whatIf ? { ...input, whatIf } : input);
}
function gauges(...quotas: Quota[]) {
  const cap = { hard: 8, used: 0, releasing: 0, isRowsOnly: false };
  return gaugesOf({ namespaces: [NS], quotas, cap, releasing: [], reserved: [] }).slice(1);
}

describe("clusters that nobody would have made", () => {
  it("have two quotas on one key, each for what its scope takes in", () => {
    const vms = quota("vms", { pods: ["3", "1"] }, [VMS]);
    const pods = quota("pods", { pods: ["9", "2"] }, [PODS]);
    expect(gauges(vms, pods)).toMatchObject([
      { of: { quota: "vms", key: "pods" }, percent: 33, scopes: [VMS] },
      { of: { quota: "pods", key: "pods" }, percent: 22, scopes: [PODS] },
    ]);
    const both = { quota: known(vms, pods) };
    expect(room(both)).toMatchObject({ sessions: 2, binds: { quota: "vms" } });
    expect(room(both, { kind: "pod" })).toMatchObject({ sessions: 7, binds: { quota: "pods" } });
    const more = { namespace: NS, quota: "vms", key: "pods", hard: 6n * NANO };
    expect(room(both, {}, { quotas: [more] })).toMatchObject({ sessions: 5, binds: { quota: "vms" } });
    expect(room(both, { kind: "pod" }, { quotas: [more] })).toMatchObject({ sessions: 7 });
  });
  it("have the scarcer of two quotas on one key where neither has a scope", () => {
    const two = known(quota("wide", { pods: ["9", "0"] }), quota("tight", { pods: ["2", "0"] }));
    expect(room({ quota: two })).toMatchObject({ sessions: 2, binds: { quota: "tight" } });
  });
  it("have keys that nobody knows: shown, and binding nothing", () => {
    const odd = quota("odd", {
      "count/widgets.example.com": ["1", "1"],
      "services.loadbalancers": ["0", "0"],
    });
    expect(gauges(odd)).toMatchObject([{ state: "full" }, { state: "full", percent: null }]);
    expect(room({ quota: known(odd) }).binds).toEqual({ type: "node-memory" });
    const other = { namespace: NS, quota: "none", key: "nothing", hard: 0n };
    expect(room({ quota: known(odd) }, {}, { quotas: [other] }).binds).toEqual({ type: "node-memory" });
  });
  it("have quotas beyond all measure, and counts below nothing", () => {
    const huge = quota("huge", { pods: ["1E", "-3"], "requests.memory": ["9999999999999999E", "1"] });
    expect(gauges(huge)).toMatchObject([
      { state: "ok", percent: 0, releasing: 0n },
      { state: "ok", percent: 0 },
    ]);
    expect(room({ quota: known(huge) })).toMatchObject({ isAtMost: false, binds: { type: "node-memory" } });
    const less = { namespace: NS, quota: "huge", key: "pods", hard: -5n * NANO };
    expect(room({ quota: known(huge) }, {}, { quotas: [less] })).toMatchObject({ sessions: 0 });
    expect(gauges(quota("tiny", { pods: ["-1", "0"] }))).toMatchObject([{ state: "over", percent: null }]);
  });
  it("have no node, or one that says nothing of what it has", () => {
    expect(room({ node: known() })).toMatchObject({ sessions: 0, binds: { type: "no-node" } });
    expect(nodeHeadrooms(capacityWorld({ node: known() }))).toEqual([]);
    const mute = { ...capacityNode("mute"), allocatable: {} };
    const pod = known(capacityPod("one", { memory: "1Gi" }, { nodeName: "mute" }));
    expect(room({ node: known(mute), pod })).toMatchObject({ sessions: 0 });
    expect(nodeHeadrooms(capacityWorld({ node: known(mute), pod }))).toMatchObject([
      { memory: { allocatable: null, free: null, used: null }, kvm: null, vcpusPerCore: null },
    ]);
  });
});
