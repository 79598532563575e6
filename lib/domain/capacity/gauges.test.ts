import { describe, expect, it } from "vitest";
import { gaugesOf, type GaugeInput, percentOf } from "./gauges";
import { parseQuantity, NANO } from "./quantity";
import { type Charged, countsKey, isInScopes, type Quota, type QuotaScope, traitsOfKind } from "./quota";

const quota = (
  key: string,
  hard: string,
  used: string | null,
  scopes: readonly QuotaScope[] = [],
): Quota => ({
  namespace: "labs",
  name: "team",
  scopes,
  resources: [{ key, hard: parseQuantity(hard), used: used === null ? null : parseQuantity(used) }],
});
const charged = (key: string, text: string, kind: "vm" | "pod" = "vm", namespace = "labs"): Charged => {
  const read = parseQuantity(text);
  return { namespace, charge: { [key]: "nano" in read ? read.nano : 0n }, traits: traitsOfKind(kind) };
};
const input = (changes: Partial<GaugeInput> = {}): GaugeInput => ({
  namespaces: ["labs"],
  quotas: [],
  cap: { hard: 8, used: 6, releasing: 1, isRowsOnly: false },
  releasing: [],
  reserved: [],
  ...changes,
});
const only = (changes: Partial<GaugeInput>) => gaugesOf(input(changes))[1];

describe("gaugesOf a quota", () => {
  it.each([
    ["pods", "10", "0", "ok", 0],
    ["pods", "10", "7", "ok", 70],
    ["pods", "1000", "799", "ok", 79],
    ["pods", "10", "8", "near", 80],
    ["pods", "1000", "999", "near", 99],
    ["pods", "10", "10", "full", 100],
    ["pods", "10", "15", "over", 150],
    ["pods", "0", "0", "full", null],
    ["pods", "0", "2", "over", null],
    ["requests.memory", "48Gi", "48Gi", "full", 100],
    ["requests.memory", "48Gi", "51539607551", "near", 99],
    ["requests.cpu", "16", "1640m", "ok", 10],
    ["fast.storageclass.storage.k8s.io/requests.storage", "100Gi", "90Gi", "near", 90],
    ["requests.devices.kubevirt.io/kvm", "8", "8", "full", 100],
  ] as const)("%s of %s, %s used: %s", (key, hard, used, state, percent) => {
    expect(only({ quotas: [quota(key, hard, used)] })).toMatchObject({ state, percent, problem: null });
  });

  it("shows text that is no quantity, and takes it for nothing", () => {
    expect(only({ quotas: [quota("pods", "8 pods", "1")] })).toMatchObject({
      ...{ hard: null, used: NANO, percent: null, state: "unmeasured" },
      problem: { code: "invalid-hard", text: "8 pods" },
    });
    expect(only({ quotas: [quota("pods", "8", "")] })).toMatchObject({
      ...{ used: null, state: "unmeasured", problem: { code: "invalid-used", text: "" } },
    });
  });
  it("is unmeasured until the quota has a status", () => {
    expect(only({ quotas: [quota("pods", "8", null)] })).toMatchObject({
      ...{ used: null, percent: null, state: "unmeasured", problem: { code: "no-status" } },
    });
  });

  it("tells what is being released, never more than is counted, and what is on its way", () => {
    const gauge = only({
      quotas: [quota("requests.memory", "48Gi", "9Gi")],
      releasing: [charged("requests.memory", "4Gi"), charged("requests.memory", "8Gi", "vm", "other")],
      reserved: [charged("requests.memory", "2Gi"), charged("pods", "1")],
    });
    expect(gauge).toMatchObject({ releasing: 4n * 2n ** 30n * NANO, reserved: 2n * 2n ** 30n * NANO });
    const late = { quotas: [quota("pods", "8", "1")], releasing: [charged("pods", "3")] };
    expect(only(late)).toMatchObject({ releasing: NANO });
  });
  it("leaves unknown what could not be looked at", () => {
    const gauge = only({ quotas: [quota("pods", "8", "1")], releasing: null, reserved: null });
    expect(gauge).toMatchObject({ releasing: null, reserved: null, state: "ok" });
  });
  it("counts in a scoped quota only what the scope takes in", () => {
    const quotas = [quota("pods", "8", "3", [{ name: "Terminating" }])];
    const releasing = [charged("pods", "1", "vm"), charged("pods", "2", "pod")];
    expect(only({ quotas, releasing })).toMatchObject({ releasing: 2n * NANO });
  });
});

describe("gaugesOf", () => {
  it("begins with the app's cap", () => {
    expect(gaugesOf(input())[0]).toMatchObject({
      ...{ of: { type: "cap" }, hard: 8n * NANO, used: 6n * NANO, releasing: NANO, percent: 75, state: "ok" },
    });
    const over = gaugesOf(input({ cap: { hard: 8, used: 12, releasing: 0, isRowsOnly: true } }))[0];
    expect(over).toMatchObject({ percent: 150, state: "over", problem: { code: "rows-only" } });
  });
  it("does not call the cap ok, or near, while rows alone are counted: they are the least that is taken", () => {
    const state = (used: number) =>
      gaugesOf(input({ cap: { hard: 8, used, releasing: 0, isRowsOnly: true } }))[0]?.state;
    expect([0, 6, 7, 8, 9].map(state)).toEqual(["unmeasured", "unmeasured", "unmeasured", "full", "over"]);
  });
  it("tells a namespace without a quota from one that could not be read", () => {
    expect(only({})).toMatchObject({ of: { type: "namespace", namespace: "labs" }, state: "no-quota" });
    expect(only({ quotas: null })).toMatchObject({ state: "unmeasured", problem: { code: "unknown" } });
  });
});

describe("percentOf", () => {
  it("divides nothing by nothing", () =>
    expect([percentOf(1n, 0n), percentOf(0n, -1n)]).toEqual([null, null]));
});

describe("countsKey", () => {
  it.each([
    ["pods", true],
    ["count/pods", true],
    ["limits.cpu", true],
    ["memory", true],
    ["requests.devices.kubevirt.io/kvm", true],
    ["hugepages-2Mi", true],
    ["count/virtualmachines.kubevirt.io", false],
    ["persistentvolumeclaims", false],
    ["requests.storage", false],
  ])("a quota with scopes counts %s: %s", (key, expected) => {
    expect(countsKey({ scopes: [{ name: "NotTerminating" }] }, key)).toBe(expected);
    expect(countsKey({ scopes: [] }, key)).toBe(true);
  });
});

describe("isInScopes", () => {
  const plain = traitsOfKind("vm");
  const high = { ...plain, priorityClass: "high" };
  const priority = (operator: "In" | "NotIn" | "Exists" | "DoesNotExist"): QuotaScope => ({
    ...{ name: "PriorityClass", operator, values: ["high"] },
  });
  it.each<[string, readonly QuotaScope[], typeof plain, boolean]>([
    ["no scope", [], plain, true],
    ["Terminating, no deadline", [{ name: "Terminating" }], plain, false],
    ["Terminating, a deadline", [{ name: "Terminating" }], traitsOfKind("pod"), true],
    ["NotTerminating", [{ name: "NotTerminating" }], plain, true],
    ["BestEffort", [{ name: "BestEffort" }], plain, false],
    ["NotBestEffort", [{ name: "NotBestEffort" }], plain, true],
    ["In, none", [priority("In")], plain, false],
    ["In, high", [priority("In")], high, true],
    ["NotIn, none", [priority("NotIn")], plain, true],
    ["NotIn, high", [priority("NotIn")], high, false],
    ["Exists", [priority("Exists")], plain, false],
    ["DoesNotExist", [priority("DoesNotExist")], plain, true],
    ["one of two", [{ name: "NotBestEffort" }, { name: "Terminating" }], plain, false],
    ["unknown", [{ name: "other", text: "New" }], plain, true],
  ])("%s", (_name, scopes, pod, expected) => expect(isInScopes(scopes, pod)).toBe(expected));
});
