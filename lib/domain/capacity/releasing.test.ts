import { describe, expect, it } from "vitest";
import { capacityPod, capacityWorld, nano } from "../testing/capacity-samples";
import { idOf, known, NOW, NS, unknown, vm, vmi, world } from "../testing/samples";
import { parseQuantity } from "./quantity";
import { countedFor } from "./quota";
import { releasing } from "./releasing";

const claim = (name: string, deletingAtMs: number | null) => ({
  ...{ namespace: NS, name, phase: "Bound", size: parseQuantity("10Gi"), storageClass: "fast", deletingAtMs },
  ...{ finalizers: [], isOwned: true },
});
const gone = { deletingAtMs: NOW };
const held = releasing(
  capacityWorld({
    pod: known(
      capacityPod(
        "a",
        { memory: "4Gi", cpu: "205m", "devices.kubevirt.io/kvm": "1" },
        {
          ...{ ...gone, limits: { memory: nano("8Gi") } },
        },
      ),
      capacityPod("stays", { memory: "4Gi" }),
      capacityPod("finished", { memory: "4Gi" }, { ...gone, phase: "Failed" }),
      capacityPod("elsewhere", { memory: "4Gi" }, { ...gone, namespace: "other" }),
    ),
    claim: known(claim("d", NOW), claim("e", null)),
  }),
  world({ vm: known(vm(idOf(1), 1, gone), vm(idOf(2))), vmi: known(vmi(idOf(1), 1, gone)) }),
);

describe("releasing", () => {
  it.each([
    ["requests.memory", "4Gi"],
    ["memory", "4Gi"],
    ["pods", "1"],
    ["requests.devices.kubevirt.io/kvm", "1"],
    ["count/virtualmachines.kubevirt.io", "1"],
    ["count/virtualmachineinstances.kubevirt.io", "1"],
    ["persistentvolumeclaims", "1"],
    ["fast.storageclass.storage.k8s.io/requests.storage", "10Gi"],
    ["limits.memory", "8Gi"],
    ["devices.kubevirt.io/kvm", "0"],
    ["services", "0"],
  ])("holds of %s: %s", (key, amount) =>
    expect(countedFor({ namespace: NS, scopes: [] }, key, held ?? [])).toBe(nano(amount)),
  );
  it("is not known while pods are not", () => {
    expect(releasing(capacityWorld({ pod: unknown }), world())).toBeNull();
  });
});
