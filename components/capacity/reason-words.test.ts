import { describe, expect, it } from "vitest";
import { wordsOf } from "@/lib/cli/translate";
import type { Reason } from "@/lib/domain/reason";
import { reasonParams } from "./reason-words";

const words = { ...wordsOf("capacity"), duration: String };

function told(code: Reason["code"], params: Reason["params"]) {
  return reasonParams(words, { code, ...(params && { params }) });
}

describe("a reason that names a quota", () => {
  it.each([
    [
      { key: "requests.memory", requested: "4640345792", used: "45Gi", hard: "48Gi" },
      { key: "requested memory", requested: "4.3 GiB", used: "45 GiB", hard: "48 GiB" },
    ],
    [
      { key: "requests.cpu", requested: "205m", used: "15900m", hard: "16" },
      { key: "requested CPU", requested: "0.21 CPU", used: "15.9 CPU", hard: "16 CPU" },
    ],
    [
      { key: "count/virtualmachines.kubevirt.io", requested: "1", used: "8", hard: "8" },
      { key: "VMs", requested: "1", used: "8", hard: "8" },
    ],
    [
      { key: "fast.storageclass.storage.k8s.io/requests.storage", requested: "10Gi", used: "0", hard: "1Gi" },
      { key: "requested disk space of class fast", requested: "10 GiB", used: "0 B", hard: "1 GiB" },
    ],
  ])("has %o in the words of the capacity page", (params, expected) => {
    expect(told("quota-exceeded", params)).toEqual(expected);
  });

  it("leaves what is no quantity, and an old row that lacks it, as they are", () => {
    const params = { quota: "team", key: "requests.memory", requested: "a lot", used: null, hard: "4Gi" };
    expect(told("quota-exceeded", params)).toMatchObject({ requested: "a lot", used: null, hard: "4 GiB" });
    expect(told("quota-exceeded", undefined)).toEqual({});
    expect(told("no-seat", { key: "requests.memory" })).toEqual({ key: "requests.memory" });
  });

  it("tells a LimitRange's resource without the words of a sum", () => {
    expect(told("limit-range", { key: "memory", requested: "2Gi", hard: "1Gi" })).toMatchObject({
      ...{ key: "memory", requested: "2 GiB", hard: "1 GiB" },
    });
    expect(told("limit-range", { key: "storage", requested: "5Gi", hard: "2Gi" })).toMatchObject({
      ...{ key: "disk space", requested: "5 GiB", hard: "2 GiB" },
    });
    expect(told("limit-range", { key: "nvidia.com/gpu", requested: "2", hard: "1" })).toMatchObject({
      ...{ key: "nvidia.com/gpu", requested: "2", hard: "1" },
    });
  });

  it("lists once what a quota wants set, without the containers", () => {
    const keys = "limits.cpu for: app; limits.memory for: app";
    expect(told("quota-must-specify", { quota: "team", keys })).toEqual({
      ...{ quota: "team", keys: "limits.cpu, limits.memory" },
    });
  });
});
