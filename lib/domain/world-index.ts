import { isOver } from "./states";
import type { Machine } from "./machines";
import type { LabSession } from "./session";
import {
  WORLD_KINDS,
  type ClusterObject,
  type DataVolumeObject,
  type Known,
  type Knowledge,
  type NodeObject,
  type PodObject,
  type JobObject,
  type VmiObject,
  type VmObject,
  type World,
  type WorldKind,
} from "./world";

/** The kinds that a machine may be listed in. */
export const MACHINE_KINDS = ["vm", "vmi", "pod"] as const satisfies readonly WorldKind[];

/** A look at the cluster, found by namespace and name. */
export interface WorldIndex {
  readonly world: World;
  readonly vms: ReadonlyMap<string, VmObject>;
  readonly vmis: ReadonlyMap<string, VmiObject>;
  readonly pods: ReadonlyMap<string, PodObject>;
  readonly jobs: ReadonlyMap<string, JobObject>;
  /** By the UID of the VM that owns them. */
  readonly volumes: ReadonlyMap<string, readonly DataVolumeObject[]>;
  readonly nodes: ReadonlyMap<string, NodeObject>;
  /** What lib/domain/machines has made of an object: every direction asks for it again. */
  readonly told: Map<ClusterObject, Machine>;
}

export function indexWorld(world: World): WorldIndex {
  return {
    world,
    vms: byPlace(world.vm),
    vmis: byPlace(world.vmi),
    pods: byPlace(world.pod),
    jobs: byPlace(world.job),
    volumes: byOwner(itemsOf(world.dataVolume)),
    nodes: new Map(itemsOf(world.node).map((node) => [node.name, node])),
    told: new Map(),
  };
}

/**
 * Discovery's "absent" holds only while no blocking or ending row has a machine of that kind; else it is unknown
 * (design law 7): an API server that forgets KubeVirt for a moment must not make its machines look gone.
 */
export function settleAbsence(world: World, rows: readonly LabSession[]): World {
  const isExpected = rows.some((row) => row.kind === "vm" && !isOver(row));
  if (!isExpected) return world;
  return {
    ...world,
    vm: doubt(world.vm, "virtualmachines"),
    vmi: doubt(world.vmi, "virtualmachineinstances"),
  };
}

/** Everything unknown: what a pass that must not judge goes by. */
export function unknownWorld(error: string): World {
  const unknown = (resource: string) =>
    ({ state: "unknown", failure: { resource, error, status: null } }) as const;
  return {
    vm: unknown("virtualmachines"),
    vmi: unknown("virtualmachineinstances"),
    pod: unknown("pods"),
    job: unknown("jobs"),
    service: unknown("services"),
    networkPolicy: unknown("networkpolicies"),
    node: unknown("nodes"),
    dataVolume: unknown("datavolumes"),
    requests: 0,
  };
}

export function knowledgeOf(world: World): Record<WorldKind, Knowledge> {
  return Object.fromEntries(WORLD_KINDS.map((kind) => [kind, world[kind].state])) as Record<
    WorldKind,
    Knowledge
  >;
}

/** Which of these kinds nothing may be judged from. Empty: all are known or absent. */
export function unknownAmong(world: World, kinds: readonly WorldKind[]): WorldKind[] {
  return kinds.filter((kind) => world[kind].state === "unknown");
}

/** The kinds that tell whether a machine of this kind is there. */
export function kindsOf(kind: "vm" | "vmi" | "pod"): readonly WorldKind[] {
  return kind === "pod" ? ["pod"] : ["vm", "vmi"];
}

export function itemsOf<T>(list: Known<T>): readonly T[] {
  return list.state === "known" ? list.items : [];
}

/** Milliseconds by the clock of the answer that listed it; 0 where it was not listed. */
export function ageMs(list: Known<unknown>, createdAtMs: number): number {
  return list.state === "known" ? list.dateMs - createdAtMs : 0;
}

export const placeOf = (object: { readonly namespace: string; readonly name: string }): string =>
  `${object.namespace}/${object.name}`;

function byPlace<T extends ClusterObject>(list: Known<T>): Map<string, T> {
  return new Map(itemsOf(list).map((object) => [placeOf(object), object]));
}

function byOwner<T extends ClusterObject>(objects: readonly T[]): Map<string, T[]> {
  const owned = new Map<string, T[]>();
  for (const object of objects) {
    for (const { uid } of object.owners) owned.set(uid, [...(owned.get(uid) ?? []), object]);
  }
  return owned;
}

function doubt<T>(list: Known<T>, resource: string): Known<T> {
  if (list.state !== "absent") return list;
  return { state: "unknown", failure: { resource, error: "absent-but-expected", status: null } };
}
