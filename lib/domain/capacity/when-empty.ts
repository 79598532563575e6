import { isOurs, type Owner, sessionIdOfLabels } from "../labels";
import { foreignSeats } from "../seats";
import type { LabSession } from "../session";
import { isOver } from "../states";
import type { World } from "../world";
import { itemsOf } from "../world-index";
import { type BindingInput, chargeRules } from "./binding";
import type { CapacityPod } from "./capacity-world";
import { sessionCharge } from "./charge";
import { holdsRequests } from "./pods-on-nodes";
import { isValid } from "./quantity";
import { type Charged, countedFor, isKeyOfPods, type Quota, type QuotaResource, traitsOfKind } from "./quota";
import { chargedPod, chargedVm, chargedVmi } from "./releasing";

/** What tells our machines from those of others. */
export interface Ours extends Owner {
  readonly rows: readonly LabSession[];
  readonly machines: World;
}

/**
 * The same cluster without our machines and what is charged for them: does a lab fit as often as the cap says? What is
 * not of this installation stays: its machines keep their seats, their places on the nodes and their share of the quotas.
 */
export function whenEmpty(input: BindingInput, ours: Ours): BindingInput {
  const { world, seats } = input;
  const { quota, pod } = world;
  const foreign = foreignSeats({ ...ours, world: ours.machines });
  const empty = {
    ...input,
    seats: { ...seats, taken: foreign ?? 0, isRowsOnly: foreign === null },
    underWay: [],
  };
  // What of the quotas is not ours is not to be told without the pods.
  if (pod.state !== "known") return { ...empty, world: { ...world, quota: pod } };
  const isOurPod = podsOfSessions(ours);
  const pods = pod.items.filter((each) => isOurPod(each) && holdsRequests(each));
  const charged = [...pods.map(chargedPod), ...chargedBesidePods(world, ours)];
  return {
    ...empty,
    world: {
      ...world,
      quota:
        quota.state === "known"
          ? { ...quota, items: quota.items.map((each) => without(each, charged)) }
          : quota,
      pod: { ...pod, items: pod.items.filter((each) => !isOurPod(each)) },
    },
  };
}

/** A session's id is random and nobody else's; an orphan of ours has no row, but it bears our labels. */
function podsOfSessions({ rows, machines, ...owner }: Ours): (pod: CapacityPod) => boolean {
  const orphans = [...itemsOf(machines.vm), ...itemsOf(machines.vmi), ...itemsOf(machines.pod)]
    .filter(({ labels }) => isOurs(labels, owner))
    .map(({ labels }) => sessionIdOfLabels(labels));
  const ids = new Set([...rows.map(({ id }) => id), ...orphans]);
  return ({ sessionId, isLauncher, isManaged }) =>
    sessionId !== null && (isLauncher || isManaged) && ids.has(sessionId);
}

/** VMs and their instances as they were listed; Secrets, Jobs, policies and disks as each session has them. */
function chargedBesidePods(world: BindingInput["world"], { rows, machines, ...owner }: Ours): Charged[] {
  const ids = new Set(rows.map(({ id }) => id));
  const isOfOurs = ({ labels }: { readonly labels: Readonly<Record<string, string>> }) =>
    isOurs(labels, owner) || ids.has(sessionIdOfLabels(labels) ?? "");
  const made = rows.filter((row) => !isOver(row) && row.createdAtMs !== null);
  return [
    ...itemsOf(machines.vm).filter(isOfOurs).map(chargedVm),
    ...itemsOf(machines.vmi).filter(isOfOurs).map(chargedVmi),
    ...made.map(({ namespace, kind, spec }) => {
      const charge = sessionCharge(spec, chargeRules(world, namespace, spec));
      const entries = Object.entries(charge).filter(([key]) => !isKeyOfPods(key) && !isKeyOfMachines(key));
      return { namespace, charge: Object.fromEntries(entries), traits: traitsOfKind(kind) };
    }),
  ];
}

function isKeyOfMachines(key: string): boolean {
  return /^count\/virtualmachine(?:instance)?s\.kubevirt\.io$/.test(key);
}

function without(quota: Quota, charged: readonly Charged[]): Quota {
  return { ...quota, resources: quota.resources.map((each) => less(quota, each, charged)) };
}

/** The quota's own count lags a moment behind: nobody else uses less than nothing. */
function less(quota: Quota, resource: QuotaResource, charged: readonly Charged[]): QuotaResource {
  const { key, used } = resource;
  if (used === null || !isValid(used)) return resource;
  const left = used.nano - countedFor(quota, key, charged);
  return { ...resource, used: { nano: left > 0n ? left : 0n } };
}
