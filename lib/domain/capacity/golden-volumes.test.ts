import { describe, expect, it } from "vitest";
import { capacityPod, capacityWorld } from "../testing/capacity-samples";
import { known, NOW, NS, unknown } from "../testing/samples";
import type { Claim } from "./capacity-world";
import { goldenVolumes } from "./golden-volumes";
import { parseQuantity } from "./quantity";

const claim = (name: string, changes: Partial<Claim> = {}): Claim => ({
  ...{ namespace: NS, name, phase: "Bound", size: parseQuantity("10Gi"), storageClass: "fast" },
  ...{ deletingAtMs: null, finalizers: ["kubernetes.io/pvc-protection"], isOwned: false },
  ...changes,
});

describe("goldenVolumes", () => {
  it("are the claims that nobody owns, with the labs that copy them", () => {
    const world = capacityWorld({
      claim: known(claim("ubuntu"), claim("lab-disk", { isOwned: true }), claim("alma")),
    });
    const labs = [
      { name: "Linux basics", namespace: NS, sourcePvc: "ubuntu" },
      { name: "Elsewhere", namespace: "other", sourcePvc: "ubuntu" },
    ];
    expect(goldenVolumes(world, labs)).toMatchObject([
      { name: "alma", labs: [], heldBy: [] },
      { name: "ubuntu", labs: ["Linux basics"] },
    ]);
  });
  it("wait, when they are deleted, for every pod that was given a node, finished or not", () => {
    const pod = known(
      capacityPod("copy", {}, { claims: ["ubuntu", "ubuntu"], phase: "Succeeded" }),
      capacityPod("waiting", {}, { claims: ["ubuntu"], nodeName: null }),
      capacityPod("other", {}, { claims: ["alma"] }),
      capacityPod("foreign", {}, { claims: ["ubuntu"], namespace: "other" }),
    );
    const world = capacityWorld({ pod, claim: known(claim("ubuntu", { deletingAtMs: NOW })) });
    expect(goldenVolumes(world, [])).toMatchObject([{ deletingAtMs: NOW, heldBy: ["copy"] }]);
    expect(goldenVolumes({ ...world, pod: unknown }, [])).toMatchObject([{ heldBy: null }]);
  });
  it("are null where claims are unknown", () => {
    expect(goldenVolumes(capacityWorld({ claim: unknown }), [])).toBeNull();
  });
});
