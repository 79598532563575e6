import { describe, expect, it } from "vitest";
import { capacityPod, capacityWorld } from "../testing/capacity-samples";
import { known, NOW, NS, unknown } from "../testing/samples";
import type { Claim } from "./capacity-world";
import { type CopyingLab, goldenVolumes, sourceVolume } from "./golden-volumes";
import { parseQuantity } from "./quantity";

const claim = (name: string, changes: Partial<Claim> = {}): Claim => ({
  ...{ namespace: NS, name, phase: "Bound", size: parseQuantity("10Gi"), storageClass: "fast" },
  ...{ deletingAtMs: null, finalizers: ["kubernetes.io/pvc-protection"], isOwned: false },
  ...changes,
});

const lab = (name: string, changes: Partial<CopyingLab> = {}): CopyingLab => ({
  ...{ name, namespace: NS, sourcePvc: "ubuntu", isEnabled: true, isVisible: true },
  ...changes,
});

describe("goldenVolumes", () => {
  it("are the claims that nobody owns, with the labs that copy them", () => {
    const world = capacityWorld({
      claim: known(claim("ubuntu"), claim("lab-disk", { isOwned: true }), claim("alma")),
    });
    const labs = [
      lab("Linux basics"),
      lab("Old course", { isEnabled: false }),
      lab("Of others", { isVisible: false }),
      lab("Elsewhere", { namespace: "other" }),
    ];
    expect(goldenVolumes(world, labs)).toMatchObject([
      { name: "alma", labs: [], otherLabs: 0, heldBy: [] },
      {
        name: "ubuntu",
        labs: [
          { name: "Linux basics", isEnabled: true },
          { name: "Old course", isEnabled: false },
        ],
        otherLabs: 1,
      },
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

describe("the volume that a lab copies", () => {
  const world = capacityWorld({
    claim: known(claim("ubuntu"), claim("old", { deletingAtMs: NOW }), claim("odd", { size: null })),
  });
  const disk = { type: "clone", sourcePvc: "ubuntu", sourceNamespace: null, sizeMiB: 10_240 } as const;
  const state = (changes: Partial<typeof disk> | object, namespaces = [NS]) =>
    sourceVolume(world, namespaces, NS, { ...disk, ...changes })?.state;

  it("is found with its size, in the lab's namespace where no other is named", () => {
    const found = { namespace: NS, name: "ubuntu", state: "found", size: parseQuantity("10Gi") };
    expect(sourceVolume(world, [NS], NS, disk)).toEqual(found);
    expect(state({ sourcePvc: "odd" })).toBe("found");
  });
  it("is missing, on its way out, or too large for the copy", () => {
    expect(state({ sourcePvc: "debian" })).toBe("missing");
    expect(state({ sourcePvc: "old" })).toBe("leaving");
    expect(state({ sizeMiB: 10_239 })).toBe("small");
  });
  it("is not said to be missing where nobody looked", () => {
    expect(state({ sourceNamespace: "images" })).toBe("unseen");
    expect(sourceVolume({ claim: unknown }, [NS], NS, disk)?.state).toBe("unseen");
  });
  it("is none where nothing is copied, or nothing named yet", () => {
    expect(sourceVolume(world, [NS], NS, { type: "none" })).toBeNull();
    expect(state({ sourcePvc: "" })).toBeUndefined();
  });
});
