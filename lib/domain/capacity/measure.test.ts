import { describe, expect, it } from "vitest";
import { humanAmount, measureOf } from "./measure";
import { NANO } from "./quantity";

describe("measureOf", () => {
  it.each([
    ["cpu", "cores"],
    ["requests.cpu", "cores"],
    ["limits.cpu", "cores"],
    ["memory", "bytes"],
    ["limits.memory", "bytes"],
    ["requests.ephemeral-storage", "bytes"],
    ["requests.storage", "bytes"],
    ["fast.storageclass.storage.k8s.io/requests.storage", "bytes"],
    ["fast.storageclass.storage.k8s.io/persistentvolumeclaims", "count"],
    ["hugepages-2Mi", "bytes"],
    ["requests.hugepages-1Gi", "bytes"],
    ["pods", "count"],
    ["count/virtualmachines.kubevirt.io", "count"],
    ["requests.devices.kubevirt.io/kvm", "count"],
    ["requests.example.com/memory", "count"],
  ])("counts %s in %s", (key, measure) => expect(measureOf(key)).toBe(measure));
});

describe("humanAmount", () => {
  const mi = 2n ** 20n * NANO;
  it.each([
    [1023n * NANO, "bytes", 1023, "B"],
    [1024n * NANO, "bytes", 1, "KiB"],
    [1023n * mi, "bytes", 1023, "MiB"],
    [48n * 1024n * mi, "bytes", 48, "GiB"],
    [-1536n * mi, "bytes", -1.5, "GiB"],
    [2n ** 70n * NANO, "bytes", 2 ** 20, "PiB"],
    [205_000_000n, "cores", 0.205, ""],
    [8n * NANO, "count", 8, ""],
  ] as const)("shows %d %s", (nano, measure, amount, unit) =>
    expect(humanAmount(nano, measure)).toEqual({ amount, unit }),
  );
});
