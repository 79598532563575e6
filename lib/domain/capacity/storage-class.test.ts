import { describe, expect, it } from "vitest";
import { defaultClassForDisks, type StorageClass } from "./storage-class";

const storageClass = (name: string, changes: Partial<StorageClass> = {}): StorageClass => ({
  ...{ name, createdAtMs: 1000, isVirtDefault: false, isDefault: false },
  ...changes,
});

describe("defaultClassForDisks", () => {
  const plain = storageClass("plain", { isDefault: true });
  it("is the default for VMs before Kubernetes' own, however new that is", () => {
    const forMachines = storageClass("virt", { isVirtDefault: true });
    const newer = { ...plain, createdAtMs: 9000 };
    expect(defaultClassForDisks([newer, storageClass("other"), forMachines])).toBe("virt");
    expect(defaultClassForDisks([storageClass("other"), plain])).toBe("plain");
  });
  it("is the newest of several, and the first by name of those", () => {
    const newer = { ...plain, name: "zfs", createdAtMs: 2000 };
    expect(defaultClassForDisks([plain, newer])).toBe("zfs");
    expect(defaultClassForDisks([plain, { ...plain, name: "alike" }])).toBe("alike");
  });
  it("is none where none is marked", () => {
    expect(defaultClassForDisks([storageClass("other")])).toBeNull();
    expect(defaultClassForDisks([])).toBeNull();
  });
});
