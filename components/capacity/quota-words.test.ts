import { describe, expect, it } from "vitest";
import { wordsOf } from "@/lib/cli/translate";
import { quotaKeyText, quotaKeyTitle } from "./quota-words";

const words = { ...wordsOf("capacity"), duration: String };

describe("a quota's key in words", () => {
  it.each([
    ["requests.memory", "requested memory"],
    ["memory", "requested memory"],
    ["cpu", "requested CPU"],
    ["limits.cpu", "the sum of CPU limits"],
    ["limits.memory", "the sum of memory limits"],
    ["requests.ephemeral-storage", "requested ephemeral storage"],
    ["limits.ephemeral-storage", "the sum of ephemeral storage limits"],
    ["requests.storage", "requested disk space"],
    ["persistentvolumeclaims", "disks"],
    ["count/persistentvolumeclaims", "disks"],
    ["fast.storageclass.storage.k8s.io/requests.storage", "requested disk space of class fast"],
    ["a.b.storageclass.storage.k8s.io/persistentvolumeclaims", "disks of class a.b"],
    ["hugepages-2Mi", "huge pages of 2Mi"],
    ["requests.hugepages-1Gi", "huge pages of 1Gi"],
    ["requests.devices.kubevirt.io/kvm", "requested devices.kubevirt.io/kvm"],
    ["requests.nvidia.com/gpu", "requested nvidia.com/gpu"],
    ["count/virtualmachines.kubevirt.io", "VMs"],
    ["count/virtualmachineinstances.kubevirt.io", "instances of VMs"],
    ["pods", "pods"],
    ["count/pods", "pods"],
    ["secrets", "Secrets"],
    ["count/jobs.batch", "Jobs"],
    ["count/deployments.apps", "number of deployments.apps"],
    ["services.loadbalancers", "services.loadbalancers"],
  ])("%s: %s", (key, expected) => expect(quotaKeyText(words, key)).toBe(expected));

  it("begins a title with a capital, but leaves a key as it is written", () => {
    expect(quotaKeyTitle(words, "requests.memory")).toBe("Requested memory");
    expect(quotaKeyTitle(words, "services.loadbalancers")).toBe("services.loadbalancers");
  });
});
