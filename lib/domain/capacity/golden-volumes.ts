import { placeOf } from "../world-index";
import type { CapacityPod, CapacityWorld } from "./capacity-world";
import type { Quantity } from "./quantity";

/** A volume that belongs to nobody, such as one that labs copy their disks from. */
export interface GoldenVolume {
  readonly namespace: string;
  readonly name: string;
  readonly phase: string;
  readonly size: Quantity | null;
  readonly deletingAtMs: number | null;
  readonly finalizers: readonly string[];
  /** Pods that keep it: any that was given a node, finished ones too. null: pods are unknown. */
  readonly heldBy: readonly string[] | null;
  /** Labs that copy from it, those that are switched off too: they would miss it when they are switched on. */
  readonly labs: readonly { readonly name: string; readonly isEnabled: boolean }[];
  /** Labs that copy from it and are not the reader's to see. */
  readonly otherLabs: number;
}
export interface CopyingLab {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly isVisible: boolean;
  readonly namespace: string;
  readonly sourcePvc: string;
}

/** The claims of our namespaces that no VM owns, with who uses them; null where claims could not be read. */
export function goldenVolumes(
  world: Pick<CapacityWorld, "claim" | "pod">,
  labs: readonly CopyingLab[],
): GoldenVolume[] | null {
  if (world.claim.state !== "known") return null;
  const holders = world.pod.state === "known" ? holdersByClaim(world.pod.items) : null;
  return world.claim.items
    .filter((claim) => !claim.isOwned)
    .map(({ namespace, name, phase, size, deletingAtMs, finalizers }) => ({
      ...{ namespace, name, phase, size, deletingAtMs, finalizers },
      heldBy: holders && (holders.get(placeOf({ namespace, name })) ?? []),
      ...copiers(labs.filter((lab) => lab.namespace === namespace && lab.sourcePvc === name)),
    }))
    .sort((a, b) => (`${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1));
}

function copiers(labs: readonly CopyingLab[]): Pick<GoldenVolume, "labs" | "otherLabs"> {
  const visible = labs.filter(({ isVisible }) => isVisible);
  return {
    labs: visible.map(({ name, isEnabled }) => ({ name, isEnabled })),
    otherLabs: labs.length - visible.length,
  };
}

function holdersByClaim(pods: readonly CapacityPod[]): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  // Most pods mount none: no set is made for each of them.
  for (const { namespace, name, nodeName, claims } of pods) {
    if (nodeName === null || claims.length === 0) continue;
    for (const claim of new Set(claims)) {
      const place = placeOf({ namespace, name: claim });
      holders.set(place, [...(holders.get(place) ?? []), name]);
    }
  }
  return holders;
}
