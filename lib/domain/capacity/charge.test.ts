import { describe, expect, it } from "vitest";
import { SPEC } from "../testing/samples";
import {
  type ChargeRules,
  DEFAULT_RATIO,
  type KubevirtRelease,
  machineCharge,
  releaseOf,
  sessionCharge,
} from "./charge";
import { NANO } from "./quantity";

const rules = (changes: Partial<ChargeRules> = {}): ChargeRules => ({
  kubevirtRelease: "1.10",
  cpuAllocationRatio: DEFAULT_RATIO,
  hasLimitQuota: false,
  storageClass: null,
  ...changes,
});
const bytes = (nano: bigint | undefined) => (nano === undefined ? null : Number(nano / NANO));
const milli = (nano: bigint | undefined) => (nano === undefined ? null : Number(nano / 1_000_000n));

describe("machineCharge of a VM", () => {
  it.each<[KubevirtRelease | null, number, number, number, number]>([
    ["1.10", 2, 2048, 2_492_862_144, 205],
    ["1.10", 2, 4096, 4_640_345_792, 205],
    ["1.10", 2, 6144, 6_787_829_440, 205],
    ["1.10", 4, 8192, 8_952_090_304, 405],
    ["1.9", 2, 4096, 4_619_374_272, 205],
    ["1.9", 4, 8192, 8_931_118_784, 405],
    ["1.8", 2, 4096, 4_620_374_272, 206],
    ["1.6", 2, 4096, 4_620_374_272 + 8 * 2 ** 20, 206],
    [null, 2, 4096, 4_641_345_792, 206],
  ])("%s, %d vCPU, %d MiB", (kubevirtRelease, cpus, memoryMiB, memory, cpu) => {
    const charge = machineCharge({ ...SPEC, cpus, memoryMiB }, rules({ kubevirtRelease }));
    expect([bytes(charge["requests.memory"]), milli(charge["requests.cpu"])]).toEqual([memory, cpu]);
    expect(charge["memory"]).toBe(charge["requests.memory"]);
  });

  it("fits eleven of 4 GiB into 48 GiB, and seven of 6 GiB, not eight", () => {
    const fit = (memoryMiB: number) => {
      const each = bytes(machineCharge({ ...SPEC, memoryMiB }, rules())["requests.memory"]) ?? 0;
      return Math.floor((48 * 2 ** 30) / each);
    };
    expect([fit(4096), fit(6144), fit(5814), fit(5815)]).toEqual([11, 7, 8, 7]);
  });

  it("has limits only where a quota asks for them: all vCPUs and twice the memory", () => {
    expect(machineCharge(SPEC, rules())).not.toHaveProperty("limits.memory");
    const charge = machineCharge(SPEC, rules({ hasLimitQuota: true }));
    expect(bytes(charge["limits.memory"])).toBe(8784 * 2 ** 20 + 60_000_000);
    expect(milli(charge["limits.cpu"])).toBe(2015);
  });

  it("has whole CPUs: a part of one, as a what-if for pods and VMs alike may ask, is a whole one", () => {
    for (const [asked, cpus] of [
      [0.05, 1],
      [1.5, 2],
    ] as const) {
      const all = rules({ hasLimitQuota: true });
      expect(machineCharge({ ...SPEC, cpus: asked }, all)).toEqual(machineCharge({ ...SPEC, cpus }, all));
    }
  });

  it("asks for less CPU where more vCPUs are sold per core", () => {
    expect(milli(machineCharge(SPEC, rules({ cpuAllocationRatio: 16 }))["requests.cpu"])).toBe(130);
    expect(milli(machineCharge(SPEC, rules({ cpuAllocationRatio: 1 }))["requests.cpu"])).toBe(2005);
    // A third of a core, rounded up to a thousandth as the API server does with every request.
    expect(milli(machineCharge(SPEC, rules({ cpuAllocationRatio: 6 }))["requests.cpu"])).toBe(334 + 5);
  });
  it("assumes KubeVirt's own ratio where none could be read", () => {
    expect(machineCharge(SPEC, rules({ cpuAllocationRatio: null }))).toEqual(machineCharge(SPEC, rules()));
  });

  it("takes a claim of its size where the disk is copied, and no helper for it", () => {
    const disk = { type: "clone", sourcePvc: "golden", sourceNamespace: null, sizeMiB: 10_240 } as const;
    const charge = machineCharge({ ...SPEC, disk }, rules({ kubevirtRelease: "1.8" }));
    expect(bytes(charge["requests.storage"])).toBe(10 * 2 ** 30);
    expect(charge["persistentvolumeclaims"]).toBe(NANO);
    expect(charge["count/datavolumes.cdi.kubevirt.io"]).toBe(NANO);
    expect(milli(charge["requests.cpu"])).toBe(205);
    expect(Object.keys(charge).filter((key) => key.includes("storageclass"))).toEqual([]);
  });

  it("takes it of its storage class too, which may have a quota of its own", () => {
    const disk = { type: "clone", sourcePvc: "golden", sourceNamespace: null, sizeMiB: 10_240 } as const;
    expect(machineCharge({ ...SPEC, disk }, rules({ storageClass: "fast" }))).toMatchObject({
      "fast.storageclass.storage.k8s.io/persistentvolumeclaims": NANO,
      "fast.storageclass.storage.k8s.io/requests.storage": 10n * 2n ** 30n * NANO,
    });
    expect(machineCharge(SPEC, rules({ storageClass: "fast" }))).not.toHaveProperty([
      "fast.storageclass.storage.k8s.io/requests.storage",
    ]);
  });

  it("counts the VM, its instance, its pod and its devices", () => {
    expect(machineCharge(SPEC, rules())).toMatchObject({
      "count/virtualmachines.kubevirt.io": NANO,
      "count/virtualmachineinstances.kubevirt.io": NANO,
      pods: NANO,
      "count/pods": NANO,
      "requests.devices.kubevirt.io/kvm": NANO,
      "requests.devices.kubevirt.io/tun": NANO,
      "requests.devices.kubevirt.io/vhost-net": NANO,
    });
  });

  it("takes 50M of the node's disk, and as much for a helper", () => {
    const disk = (kubevirtRelease: KubevirtRelease) =>
      bytes(machineCharge(SPEC, rules({ kubevirtRelease }))["requests.ephemeral-storage"]);
    expect([disk("1.9"), disk("1.8")]).toEqual([50_000_000, 100_000_000]);
  });
});

describe("machineCharge of a lab pod", () => {
  it("is exactly what it states, as request and as limit, and no device", () => {
    const charge = machineCharge({ ...SPEC, kind: "pod", cpus: 0.25, memoryMiB: 512 }, rules());
    expect(milli(charge["requests.cpu"])).toBe(250);
    expect(charge["limits.memory"]).toBe(512n * 2n ** 20n * NANO);
    expect(charge["requests.ephemeral-storage"]).toBe(1024n * 2n ** 20n * NANO);
    expect(charge).not.toHaveProperty(["requests.devices.kubevirt.io/kvm"]);
    expect(charge).not.toHaveProperty(["count/virtualmachines.kubevirt.io"]);
  });
});

describe("sessionCharge", () => {
  it("is all machines, with what belongs to the session", () => {
    const one = machineCharge(SPEC, rules());
    const group = sessionCharge({ ...SPEC, machineCount: 3 }, rules());
    expect(group["requests.memory"]).toBe(3n * (one["requests.memory"] ?? 0n));
    expect(group).toMatchObject({ secrets: 3n * NANO, services: NANO, "count/jobs.batch": NANO });
    expect(sessionCharge(SPEC, rules())).not.toHaveProperty("services");
  });
});

describe("releaseOf", () => {
  it.each([
    ["v1.5.0", "1.6"],
    ["v1.6.3", "1.6"],
    ["v1.7.0", "1.8"],
    ["v1.8.4", "1.8"],
    ["1.9.0-rc.1", "1.9"],
    ["v1.10.0", "1.10"],
    ["v1.9.0-main-d923fdb", "1.10"],
    ["v2.0.0", null],
    ["{gitVersion}", null],
  ])("%s charges as %s", (version, release) => expect(releaseOf(version)).toBe(release));
});
