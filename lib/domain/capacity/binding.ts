import type { LabSpec } from "../lab";
import { itemsOf } from "../world-index";
import type { CapacityWorld } from "./capacity-world";
import { type ChargeRules, machineCharge, sessionCharge, type Charge } from "./charge";
import { demandOf, type NodeBound, type OccupiedNodes, occupiedNodes, placeOnNodes } from "./placement";
import { isValid, type Nano } from "./quantity";
import {
  type Charged,
  countedFor,
  countsKey,
  isKeyOfClass,
  isInScopes,
  isKeyOfPods,
  type Quota,
  type QuotaResource,
  traitsOfKind,
} from "./quota";

/** What can stop the next session. */
export type Bound =
  | { readonly type: "cap" }
  | { readonly type: "quota"; readonly namespace: string; readonly quota: string; readonly key: string }
  | { readonly type: NodeBound }
  /** Could be neither nodes nor quotas, for they could not be read. */
  | { readonly type: "unknown"; readonly what: "quota" | "nodes" };

/** What one bound allows by itself: sessions more, or null where it could not be measured. */
export interface Allowance {
  readonly bound: Bound;
  readonly sessions: number | null;
}
export interface LabRoom {
  /** How many more sessions can start now; null where nothing is known. */
  readonly sessions: number | null;
  /** A bound is unmeasured: there may be less room than `sessions` says. */
  readonly isAtMost: boolean;
  /** What stops the one after that. */
  readonly binds: Bound | null;
  /** The next bound of another sort, and what it would allow: what is gained where the first is lifted. */
  readonly next: Allowance | null;
  /** All of them, the scarcest first, the unmeasured last. */
  readonly allowances: readonly Allowance[];
}

export interface BindingInput {
  readonly seats: {
    readonly taken: number;
    readonly cap: number;
    /** Machines could not be read: more seats may be taken. */
    readonly isRowsOnly?: boolean;
  };
  readonly world: RuledWorld & Pick<CapacityWorld, "node" | "pod">;
  /** Launches under way whose machines the cluster does not count yet. */
  readonly underWay: readonly UnderWay[];
  readonly whatIf?: WhatIf;
}
/** A launch of which pods are still to come. */
export interface UnderWay {
  readonly namespace: string;
  /** Of as many machines as have no pod yet. */
  readonly spec: LabSpec;
  /** All else of it is there, and counted. */
  readonly isMade: boolean;
}
/** What of a world labs are charged by. */
type RuledWorld = Pick<
  CapacityWorld,
  "quota" | "claim" | "kubevirtRelease" | "cpuAllocationRatio" | "defaultStorageClass"
>;

/** What would be otherwise. */
export interface WhatIf {
  readonly cap?: number;
  readonly quotas?: readonly {
    readonly namespace: string;
    readonly quota: string;
    readonly key: string;
    readonly hard: Nano;
  }[];
  readonly size?: Partial<Pick<LabSpec, "cpus" | "memoryMiB" | "machineCount">>;
}

/**
 * How many more sessions of a lab can start now, and what stops the next one. Who asks for many labs gives them the
 * same `nodes`.
 */
export function labRoom(
  lab: LabSpec,
  namespace: string,
  input: BindingInput,
  nodes: OccupiedNodes | null = nodesOf(input),
): LabRoom {
  const spec = { ...lab, ...input.whatIf?.size };
  const allowances = [
    capAllowance(spec, input),
    ...quotaAllowances(spec, namespace, input),
    nodeAllowance(spec, chargeRules(input.world, namespace, spec), nodes),
  ].sort((a, b) => (a.sessions ?? Infinity) - (b.sessions ?? Infinity));
  const [first] = allowances.filter(({ sessions }) => sessions !== null);
  const next = allowances.find(
    (each) => each.sessions !== null && first !== undefined && sortOf(each.bound) !== sortOf(first.bound),
  );
  return {
    sessions: first?.sessions ?? null,
    isAtMost: input.seats.isRowsOnly === true || allowances.some(({ sessions }) => sessions === null),
    binds: first?.bound ?? null,
    next: next ?? null,
    allowances,
  };
}

/** The nodes as every lab of this input finds them; null where they are unknown. */
export function nodesOf({ world, underWay }: Pick<BindingInput, "world" | "underWay">): OccupiedNodes | null {
  const waiting = underWay.flatMap(({ namespace, spec }) => {
    const demand = demandOf(spec.kind, machineCharge(spec, chargeRules(world, namespace, spec)));
    return Array.from({ length: spec.machineCount }, () => demand);
  });
  return occupiedNodes(world, waiting);
}

/** How a lab is charged in this namespace: limits are set where one of its quotas asks for them. */
export function chargeRules(
  world: RuledWorld,
  namespace: string,
  { disk }: Pick<LabSpec, "disk">,
): ChargeRules {
  const hasLimitQuota = itemsOf(world.quota).some(
    (quota) =>
      quota.namespace === namespace &&
      quota.resources.some(({ key }) => key === "limits.cpu" || key === "limits.memory"),
  );
  const { kubevirtRelease, cpuAllocationRatio } = world;
  return {
    kubevirtRelease,
    cpuAllocationRatio,
    hasLimitQuota,
    storageClass: classOf(world, namespace, disk),
  };
}

/**
 * In which class a copy is made. A lab names none, so that CDI takes the cluster's default
 * (pkg/controller/datavolume/util.go). Where that is not known it is taken to be the class of the copied volume, which
 * could not be cloned within the storage else; null where that volume is not among those that we see.
 */
function classOf(
  { claim, defaultStorageClass }: RuledWorld,
  namespace: string,
  disk: LabSpec["disk"],
): string | null {
  if (disk.type !== "clone") return null;
  if (defaultStorageClass !== null) return defaultStorageClass;
  const from = disk.sourceNamespace ?? namespace;
  const source = itemsOf(claim).find((each) => each.namespace === from && each.name === disk.sourcePvc);
  return source?.storageClass ?? null;
}

/** What launches under way will be charged. */
export function chargedUnderWay({ world, underWay }: Pick<BindingInput, "world" | "underWay">): Charged[] {
  return underWay.map(({ namespace, spec, isMade }) => ({
    namespace,
    charge: toCome(sessionCharge(spec, chargeRules(world, namespace, spec)), isMade),
    traits: traitsOfKind(spec.kind),
  }));
}

function toCome(charge: Charge, isMade: boolean): Charge {
  return isMade ? Object.fromEntries(Object.entries(charge).filter(([key]) => isKeyOfPods(key))) : charge;
}

function capAllowance({ machineCount }: LabSpec, { seats, whatIf }: BindingInput): Allowance {
  const free = (whatIf?.cap ?? seats.cap) - seats.taken;
  return { bound: { type: "cap" }, sessions: Math.max(0, Math.floor(free / machineCount)) };
}

function quotaAllowances(spec: LabSpec, namespace: string, input: BindingInput): Allowance[] {
  const { quota } = input.world;
  if (quota.state !== "known") return [{ bound: { type: "unknown", what: "quota" }, sessions: null }];
  const rules = chargeRules(input.world, namespace, spec);
  const charge = sessionCharge(spec, rules);
  const underWay = chargedUnderWay(input);
  const isClassUnknown = spec.disk.type === "clone" && rules.storageClass === null;
  return quota.items
    .filter((each) => each.namespace === namespace && isInScopes(each.scopes, traitsOfKind(spec.kind)))
    .flatMap((each) =>
      each.resources
        .filter(({ key }) => countsKey(each, key))
        .filter(({ key }) => (charge[key] ?? 0n) > 0n || (isClassUnknown && isKeyOfClass(key)))
        .map((resource) => ({
          bound: { type: "quota", namespace, quota: each.name, key: resource.key },
          sessions: quotaSessions(each, changed(each, resource, input.whatIf), charge, underWay),
        })),
    );
}

function quotaSessions(
  quota: Quota,
  { key, hard, used }: QuotaResource,
  charge: Charge,
  underWay: readonly Charged[],
): number | null {
  const each = charge[key];
  // Whether its disk is of this class is not known.
  if (each === undefined) return null;
  // Without a status the API server refuses whatever the quota counts.
  if (used === null) return 0;
  if (!isValid(hard) || !isValid(used)) return null;
  const free = hard.nano - used.nano - countedFor(quota, key, underWay);
  return free <= 0n ? 0 : Number(free / each);
}

function nodeAllowance(spec: LabSpec, rules: ChargeRules, nodes: OccupiedNodes | null): Allowance {
  if (nodes === null) return { bound: { type: "unknown", what: "nodes" }, sessions: null };
  const { bound, machines } = placeOnNodes(nodes, demandOf(spec.kind, machineCharge(spec, rules)));
  return { bound: { type: bound }, sessions: Math.floor(machines / spec.machineCount) };
}

function changed(quota: Quota, resource: QuotaResource, whatIf: WhatIf | undefined): QuotaResource {
  const other = whatIf?.quotas?.find(
    (each) => each.namespace === quota.namespace && each.quota === quota.name && each.key === resource.key,
  );
  return other ? { ...resource, hard: { nano: other.hard } } : resource;
}

/** The cap, the quotas, the nodes: a sentence that names two bounds names two of these. */
function sortOf({ type }: Bound): "cap" | "quota" | "node" {
  return type === "cap" || type === "quota" ? type : "node";
}
