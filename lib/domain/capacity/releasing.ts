import { itemsOf } from "../world-index";
import type { World } from "../world";
import type { CapacityPod, CapacityWorld, Claim } from "./capacity-world";
import { type Charge, claimCharge } from "./charge";
import { holdsRequests } from "./pods-on-nodes";
import { isValid, NANO } from "./quantity";
import { type Charged, traitsOfKind } from "./quota";

/**
 * What is being deleted and charged until it is gone: pods, VMs, their instances and claims. null where pods are
 * unknown, for then most of it is.
 */
export function releasing(
  world: Pick<CapacityWorld, "pod" | "claim">,
  machines: Pick<World, "vm" | "vmi">,
): Charged[] | null {
  if (world.pod.state !== "known") return null;
  return [
    ...world.pod.items.filter((pod) => pod.deletingAtMs !== null && holdsRequests(pod)).map(chargedPod),
    ...deleting(itemsOf(machines.vm)).map(chargedVm),
    ...deleting(itemsOf(machines.vmi)).map(chargedVmi),
    ...deleting(itemsOf(world.claim)).map((claim) => plain(claim, chargeOfClaim(claim))),
  ];
}

function deleting<T extends { readonly deletingAtMs: number | null }>(items: readonly T[]): T[] {
  return items.filter(({ deletingAtMs }) => deletingAtMs !== null);
}

/** What a pod is charged, by what it asks for. */
export function chargedPod({ namespace, requests, limits, traits }: CapacityPod): Charged {
  const charge: Record<string, bigint> = { pods: NANO, "count/pods": NANO };
  for (const [name, nano] of Object.entries(requests ?? {})) {
    charge[`requests.${name}`] = nano;
    if (!name.includes("/")) charge[name] = nano;
  }
  for (const [name, nano] of Object.entries(limits ?? {})) charge[`limits.${name}`] = nano;
  return { namespace, charge, traits };
}

interface Placed {
  readonly namespace: string;
}

/** Its instance and pod are charged by themselves. */
export function chargedVm(vm: Placed): Charged {
  return plain(vm, { "count/virtualmachines.kubevirt.io": NANO });
}

export function chargedVmi(vmi: Placed): Charged {
  return plain(vmi, { "count/virtualmachineinstances.kubevirt.io": NANO });
}

function chargeOfClaim({ size, storageClass }: Claim): Charge {
  return claimCharge(size !== null && isValid(size) ? size.nano : 0n, storageClass);
}

/** Scopes look at pods alone. */
function plain({ namespace }: Placed, charge: Charge): Charged {
  return { namespace, charge, traits: traitsOfKind("vm") };
}
