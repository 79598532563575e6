import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { RESOURCES } from "@/lib/cluster/api-paths";
import { applyDefaultDeny } from "@/lib/cluster/apply-default-deny";
import type { Cluster } from "@/lib/cluster/cluster";
import type { KubeconfigSource } from "@/lib/cluster/kube-config";
import type { FaultProxy } from "@/lib/cluster/test-fault-proxy";
import type { TestObjects } from "@/lib/cluster/test-objects";
import { openPlace } from "@/lib/cluster/test-place";
import { eventually, SITE } from "@/lib/cluster/test-site";
import type { PassFailure, PassSummary } from "@/lib/domain/pass-summary";
import type { Lab } from "@/lib/domain/lab";
import type { Actor } from "@/lib/domain/person";
import type { Direction } from "@/lib/domain/reap-types";
import type { SimulatorOptions } from "@/lib/simulator/server";
import type { Context } from "./context";
import type { PassTimes } from "./reap-times";
import { runReapPass } from "./run-reap-pass";
import { startSession } from "./start-session";
import { NAMESPACE, openLabWorld, startLabSimulator, type LabWorld } from "./test-lab-world";

export const CRON: Actor = { type: "system", name: "cronjob" };
export const MIN = 60_000;
export const VMS = "virtualmachines.kubevirt.io";
export const VMIS = "virtualmachineinstances.kubevirt.io";
export const JOBS = "jobs.batch";
const REAP_KINDS = {
  [VMS]: RESOURCES.vm,
  [VMIS]: RESOURCES.vmi,
  [JOBS]: RESOURCES.job,
  "networkpolicies.networking.k8s.io": RESOURCES.networkPolicy,
  services: RESOURCES.service,
  secrets: RESOURCES.secret,
  pods: RESOURCES.pod,
};
export type ReapKind = keyof typeof REAP_KINDS;

/** A lab world in which passes are run; every test begins with an empty one. */
export interface ReapWorld extends LabWorld {
  readonly context: Context;
  pass(options?: { context?: Context; times?: Partial<PassTimes> }): Promise<PassSummary>;
  /** Starts a session for a new student each, whole in the cluster, and lets the guests boot. */
  started(count: number, lab?: Lab): Promise<string[]>;
  /** The same, settled by a pass: running, with all that a pass saw written in the row. */
  running(count: number, lab?: Lab): Promise<string[]>;
  /** Makes rows older by so many milliseconds, all their times alike. */
  age(ids: readonly string[], ms: number): Promise<void>;
  /** Ages rows until nothing is left of their time. */
  expire(ids: readonly string[]): Promise<void>;
  readonly proxy: FaultProxy;
  readonly objects: TestObjects;
  /** The way to the cluster with all rights. */
  readonly operator: KubeconfigSource;
  /** The cluster is so much older; elsewhere than on a simulator it only says so, in the Date of its answers. */
  later(ms: number): void;
  /** Names in the cluster of one kind, sorted. */
  names(kind: ReapKind): Promise<string[]>;
  /** Every object of the session but the standing policy, as kind/name. */
  objectsOf(id: string): Promise<string[]>;
  /** Lets the cluster finish with a session; fails where something of it is left. */
  emptied(id: string): Promise<void>;
  /** Removes an object as if somebody had, with no controller knowing. */
  vanish(kind: ReapKind, name: string): Promise<void>;
  /** The same with a VM and its VMI. */
  vanishVm(name: string): Promise<void>;
  /** Empties the namespace. */
  clear(): Promise<void>;
  /** The same cluster with some of its calls in other hands. */
  clusterWith(changes: Partial<Cluster>): Cluster;
}

export function reapWorld(options: SimulatorOptions = {}): ReapWorld {
  const world = {} as { -readonly [K in keyof ReapWorld]: ReapWorld[K] };
  let stop = new AbortController();
  beforeAll(async () => {
    const place = await openPlace([NAMESPACE], () => startLabSimulator({ nodes: 9, ...options }));
    const lab = await openLabWorld({}, async () => place);
    // Not its values: a world has no simulator to give where it is not on one.
    Object.defineProperties(world, Object.getOwnPropertyDescriptors(lab));
    Object.assign(world, { proxy: place.proxy, objects: place.objects, operator: place.operator });
    Object.assign(world, acts(world), looks(world));
  });
  beforeEach(() => {
    stop = new AbortController();
    world.context = world.contextWith({
      config: { machineCap: 500 },
      signal: stop.signal,
      callTimeoutMs: 2000,
    });
  });
  afterEach(async () => {
    stop.abort();
    await reset(world);
  });
  afterAll(() => world.close());
  return world;
}

/** `direction found/done/failed/skipped/deferred` of every direction in which something was found. */
export function tallies({ directions }: PassSummary): string[] {
  return Object.entries(directions)
    .filter(([, { found }]) => found > 0)
    .map(([direction, { found, done, failed, skipped, deferred }]) => {
      return `${direction} ${found}/${done}/${failed}/${skipped}/${deferred}`;
    });
}
export function failuresOf({ failures }: PassSummary, direction: Direction | "pass"): PassFailure[] {
  return failures.filter((failure) => failure.direction === direction);
}

function acts(world: ReapWorld): Partial<ReapWorld> {
  const started: ReapWorld["started"] = async (count, lab = world.lab) => {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      const { id: studentId } = await world.addStudent();
      const result = await startSession(world.context, world.admin, { labId: lab.id, studentId });
      if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
      ids.push(result.value.id);
    }
    await world.settled();
    world.later(30_000);
    return ids;
  };
  const age: ReapWorld["age"] = async (ids, ms) => {
    const columns = [
      "started_at",
      "expires_at",
      "created_at",
      "running_at",
      "claimed_at",
      "delete_accepted_at",
    ];
    const set = columns.map((column) => `${column} = ${column} - $2::float8 * interval '1 millisecond'`);
    await world.sql(`UPDATE lab_session SET ${set.join(", ")} WHERE id = ANY($1)`, [ids, ms]);
  };
  return {
    started,
    age,
    pass: ({ context = world.context, times } = {}) =>
      runReapPass(context, CRON, { trigger: "cronjob", times }),
    running: async (count, lab) => {
      const ids = await started(count, lab);
      const { outcome, directions } = await world.pass();
      // There may be no kubelet that runs anything: the rows say that it does.
      if (SITE !== null) await world.sql(RUNNING, [ids]);
      if (SITE !== null) return ids;
      if (outcome !== "clean" || directions.settle.done !== count) throw new Error("they do not run yet");
      return ids;
    },
    expire: (ids) => age(ids, 60 * MIN),
    clusterWith: (changes) => Object.assign(Object.create(world.context.cluster) as Cluster, changes),
  };
}

function looks(world: ReapWorld): Partial<ReapWorld> {
  const { objects, proxy } = world;
  const later = (ms: number) => (SITE === null ? world.sim.advance(ms) : proxy.shiftClock(ms));
  const names = async (kind: ReapKind) =>
    (await objects.list(REAP_KINDS[kind], NAMESPACE)).map(({ metadata }) => metadata.name).sort();
  const objectsOf = async (id: string) => {
    const kinds = Object.keys(REAP_KINDS) as ReapKind[];
    const found = kinds.map(async (kind) => (await names(kind)).map((name) => `${kind}/${name}`));
    return (await Promise.all(found)).flat().filter((name) => name.includes(id));
  };
  const vanish = async (kind: ReapKind, name: string) => {
    if (SITE !== null) {
      await objects.remove(REAP_KINDS[kind], NAMESPACE, name);
      return eventually(async () => expect(await names(kind)).not.toContain(name));
    }
    const { store } = world.sim.cluster;
    const object = store.get(kind, NAMESPACE, name);
    if (!object) throw new Error(`there is no ${kind} ${name}`);
    store.remove(object);
  };
  return {
    ...{ later, names, objectsOf, vanish },
    async vanishVm(name) {
      if (SITE === null) await vanish(VMIS, name);
      await vanish(VMS, name);
      await eventually(async () => expect(await names(VMIS)).not.toContain(name));
    },
    async emptied(id) {
      later(MIN);
      await eventually(async () => expect(await objectsOf(id)).toEqual([]));
    },
    clear: async () => (SITE === null ? world.sim.clearNamespace(NAMESPACE) : objects.clear(NAMESPACE)),
  };
}

const RUNNING = `UPDATE lab_session SET status = 'running', running_at = clock_timestamp()
  WHERE id = ANY($1) AND status = 'provisioning'`;
const EMPTY = `
  DELETE FROM lab_session; DELETE FROM pass_act; DELETE FROM pass; DELETE FROM confirmation;
  DELETE FROM reaper_snapshot; DELETE FROM switch; DELETE FROM audit_entry;
  UPDATE installation SET pass_number = 0, namespace_uids = '{}';
  UPDATE reap_lease SET holder = NULL, pass_id = NULL, expires_at = NULL`;

async function reset(world: ReapWorld): Promise<void> {
  world.proxy.clearFaults();
  world.proxy.resetClock();
  await world.settled();
  await world.clear();
  await applyDefaultDeny(world.operator, NAMESPACE);
  await world.sql(EMPTY);
}
