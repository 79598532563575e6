import type { LabDisk } from "../lab";
import { placeOf } from "../world-index";
import type { CapacityPod, CapacityWorld, Claim } from "./capacity-world";
import { isValid, NANO, type Quantity } from "./quantity";

const MI = 2n ** 20n * NANO;

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

/** The volume that a lab's disk is copied from, as a launch would find it. */
export interface SourceVolume {
  readonly namespace: string;
  readonly name: string;
  /** `unseen`: volumes could not be read, or are not of our namespaces. `small`: a copy may not be smaller than it. */
  readonly state: "found" | "missing" | "leaving" | "small" | "unseen";
  /** null: not known. */
  readonly size: Quantity | null;
}

/** null where the disk is no copy, or nothing is named to copy yet. @param namespaces those whose claims are read */
export function sourceVolume(
  { claim }: Pick<CapacityWorld, "claim">,
  namespaces: readonly string[],
  namespace: string,
  disk: LabDisk,
): SourceVolume | null {
  if (disk.type !== "clone" || disk.sourcePvc === "") return null;
  const place = { namespace: disk.sourceNamespace ?? namespace, name: disk.sourcePvc };
  const isSeen = claim.state === "known" && namespaces.includes(place.namespace);
  if (!isSeen) return { ...place, state: "unseen", size: null };
  const found = claim.items.find((each) => placeOf(each) === placeOf(place));
  if (!found) return { ...place, state: "missing", size: null };
  return { ...place, state: stateOfSource(found, disk.sizeMiB), size: found.size };
}

function stateOfSource({ size, deletingAtMs }: Claim, sizeMiB: number): SourceVolume["state"] {
  if (deletingAtMs !== null) return "leaving";
  const isSmall = size !== null && isValid(size) && size.nano > BigInt(sizeMiB) * MI;
  return isSmall ? "small" : "found";
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
