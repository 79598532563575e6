import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { applyDefaultDeny } from "@/lib/cluster/apply-default-deny";
import type { Cluster } from "@/lib/cluster/cluster";
import type { PassFailure, PassSummary } from "@/lib/contracts/reaper";
import type { Lab } from "@/lib/domain/lab";
import type { Actor } from "@/lib/domain/person";
import type { Direction } from "@/lib/domain/reap-types";
import type { SimulatorOptions } from "@/lib/simulator/server";
import type { Context } from "./context";
import type { PassTimes } from "./reap-times";
import { runReapPass } from "./run-reap-pass";
import { startSession } from "./start-session";
import { NAMESPACE, openLabWorld, type LabWorld } from "./test-lab-world";

export const CRON: Actor = { type: "system", name: "cronjob" };
export const MIN = 60_000;
export const VMS = "virtualmachines.kubevirt.io";
export const VMIS = "virtualmachineinstances.kubevirt.io";
export const JOBS = "jobs.batch";
export const POLICIES = "networkpolicies.networking.k8s.io";

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
  /** Names in the cluster of one kind, sorted. */
  names(kind: string): string[];
  /** Every object of the session but the standing policy, as kind/name. */
  objectsOf(id: string): string[];
  /** Removes an object as if somebody had, with no controller knowing. */
  vanish(kind: string, name: string): void;
  /** The same cluster with some of its calls in other hands. */
  clusterWith(changes: Partial<Cluster>): Cluster;
}

export function reapWorld(options: SimulatorOptions = {}): ReapWorld {
  const world = {} as { -readonly [K in keyof ReapWorld]: ReapWorld[K] };
  let stop = new AbortController();
  beforeAll(async () => {
    Object.assign(world, await openLabWorld({ nodes: 9, ...options }));
    Object.assign(world, acts(world));
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
  const { store } = world.sim.cluster;
  const started: ReapWorld["started"] = async (count, lab = world.lab) => {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      const { id: studentId } = await world.addStudent();
      const result = await startSession(world.context, world.admin, { labId: lab.id, studentId });
      if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
      ids.push(result.value.id);
    }
    await world.settled();
    world.sim.advance(30_000);
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
      if (outcome !== "clean" || directions.settle.done !== count) throw new Error("they do not run yet");
      return ids;
    },
    expire: (ids) => age(ids, 60 * MIN),
    names: (kind) => store.list(kind, NAMESPACE).map((object) => object.metadata.name),
    objectsOf: (id) =>
      [VMS, VMIS, JOBS, POLICIES, "services", "secrets", "pods"].flatMap((kind) =>
        store
          .list(kind, NAMESPACE)
          .filter(({ metadata }) => metadata.name.includes(id))
          .map(({ metadata }) => `${kind}/${metadata.name}`),
      ),
    vanish(kind, name) {
      const object = store.get(kind, NAMESPACE, name);
      if (!object) throw new Error(`there is no ${kind} ${name}`);
      store.remove(object);
    },
    clusterWith: (changes) => Object.assign(Object.create(world.context.cluster) as Cluster, changes),
  };
}

const EMPTY = `
  DELETE FROM lab_session; DELETE FROM pass_act; DELETE FROM pass; DELETE FROM confirmation;
  DELETE FROM reaper_snapshot; DELETE FROM switch; DELETE FROM audit_entry;
  UPDATE installation SET pass_number = 0, namespace_uids = '{}';
  UPDATE reap_lease SET holder = NULL, pass_id = NULL, expires_at = NULL`;

async function reset({ sim, settled, sql }: ReapWorld): Promise<void> {
  sim.clearFaults();
  sim.deny([]);
  await settled();
  sim.clearNamespace(NAMESPACE);
  await applyDefaultDeny({ server: sim.url, token: sim.token }, NAMESPACE);
  await sql(EMPTY);
}
