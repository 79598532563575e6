import { describe, expect } from "vitest";
import { RESOURCES } from "@/lib/cluster/api-paths";
import { eventually, needs } from "@/lib/cluster/test-site";
import type { Cluster } from "@/lib/cluster/cluster";
import { startSession } from "./start-session";
import { NAMESPACE } from "./test-lab-world";
import { JOBS, MIN, reapWorld, tallies, VMS } from "./test-reap-world";

const it = needs("kubevirt");
const world = reapWorld();
const never = (): Promise<never> => new Promise(() => undefined);

/** A cluster whose calls all hang for ever from the n-th of these names on, as if the process had been killed there. */
function killedAt(
  n: number,
  names: readonly (keyof Cluster)[],
  onDeath: () => void = () => undefined,
): Cluster {
  const real = world.context.cluster;
  let calls = 0;
  let isDead = false;
  const mortal = (name: keyof Cluster, call: (...args: unknown[]) => unknown) => {
    return (...args: unknown[]) => {
      isDead ||= names.includes(name) && calls++ >= n;
      if (!isDead) return call.apply(real, args);
      onDeath();
      return never();
    };
  };
  const changes = Object.entries(real)
    .filter(([, member]) => typeof member === "function")
    .map(([name, call]) => [name, mortal(name as keyof Cluster, call)]);
  return world.clusterWith(Object.fromEntries(changes) as Partial<Cluster>);
}

const CREATES = [
  "createDeadlineJob",
  "createNetworkPolicy",
  "createGroupService",
  "createInitSecret",
  "createMachine",
] as const;

describe("an app that is killed while it makes a group of three", () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    "after %d creates: the first pass after two minutes repairs",
    async (made) => {
      const lab = await world.addLab({ machineCount: 3 });
      let die: () => void = () => undefined;
      const death = new Promise<void>((resolve) => (die = resolve));
      const after = (work: () => Promise<void>) => void work();
      const context = { ...world.context, cluster: killedAt(made, CREATES, () => die()), after };
      const { id: studentId } = await world.addStudent();
      const started = await startSession(context, world.admin, { labId: lab.id, studentId });
      if (!started.ok) throw new Error(started.error.code);
      const { id } = started.value;
      await death;
      expect((await world.objectsOf(id)).filter((name) => !/instances|pods/.test(name))).toHaveLength(made);
      expect(tallies(await world.pass())).toEqual([]);

      await world.age([id], 2 * MIN);
      expect(tallies(await world.pass())).toEqual(["settle 1/1/0/0/0"]);
      expect(await world.row(id)).toMatchObject({
        status: "failed",
        endReason: "launch-failed",
        reason: { code: "launch-interrupted" },
        blocks: false,
      });
      await world.emptied(id);
    },
  );
});

describe("a pass that is killed", () => {
  const expireLease = () =>
    world.sql("UPDATE reap_lease SET expires_at = clock_timestamp() - interval '1 second'");

  it.each([
    ["while it reads the world", 0, ["readWorld"]],
    ["before its first delete", 0, ["deleteObject"]],
    ["after one delete", 1, ["deleteObject"]],
    ["after two deletes", 2, ["deleteObject"]],
    ["after every delete but a Job's", 4, ["deleteObject"]],
    ["with all deleted and nothing closed", 5, ["deleteObject"]],
  ] satisfies [string, number, (keyof Cluster)[]][])("%s: the next pass repairs", async (_, calls, names) => {
    const ids = await world.running(2);
    await world.expire(ids);
    let die: () => void = () => undefined;
    const death = new Promise<void>((resolve) => (die = resolve));
    const cluster = killedAt(calls, names, () => die());
    // What it does after a delete dies with it, and must not be waited for.
    const after = (work: () => Promise<void>) => void work().catch(() => undefined);
    const killed = world.pass({ context: { ...world.context, cluster, after } });
    await death;
    expect((await world.pass()).outcome).toBe("skipped");
    await expireLease();
    const summary = await world.pass();
    expect(summary).toMatchObject({ outcome: "clean", failures: [] });
    expect(summary.directions.expired).toMatchObject({ failed: 0, skipped: 0, deferred: 0 });
    for (const id of ids) expect(await world.row(id)).toMatchObject({ status: "expired" });
    for (const id of ids) await world.emptied(id);
    void killed;
  });
});

describe("the deadline Job", () => {
  needs("clock")(
    "ends a session whose app and database are stopped; the next pass tells the true reason",
    async () => {
      const [id = ""] = await world.running(1);
      world.later(196 * MIN);
      expect(await world.objectsOf(id)).toEqual([]);
      await world.age([id], 196 * MIN);
      expect(tallies(await world.pass())).toEqual(["expired 1/1/0/0/0"]);
      expect(await world.row(id)).toMatchObject({
        status: "expired",
        endReason: "hard-deadline",
        reason: { code: "hard-deadline" },
      });
    },
  );
  it("that was deleted by hand, its machine left, is reported: the session is unguarded", async () => {
    const [id = "", guarded = ""] = await world.running(2);
    await world.objects.remove(RESOURCES.job, NAMESPACE, `lab-${id}`, "left");
    await eventually(async () => expect(await world.names(JOBS)).toEqual([`lab-${guarded}`]));
    expect(await world.names(VMS)).toHaveLength(2);
    expect(await world.pass()).toMatchObject({ outcome: "clean", unguarded: 1 });
    expect(await world.row(id)).toMatchObject({ status: "running", isUnguarded: true });
    expect(await world.row(guarded)).toMatchObject({ isUnguarded: false });
    await world.expire([id]);
    expect((await world.pass()).unguarded).toBe(1);
    expect((await world.pass()).unguarded).toBe(0);
  });
});

describe("a machine that was made anew within its session", () => {
  needs("kubelet")("is told as an event, and the row knows the new one", async () => {
    const [id = ""] = await world.running(1);
    const before = (await world.row(id)).machines[0]?.vmiUid;
    world.sim.orderMachine(NAMESPACE, `lab-${id}-1`, "crash");
    world.later(2 * MIN);
    await world.pass();
    const after = (await world.row(id)).machines[0]?.vmiUid;
    expect(after).not.toBe(before);
    expect(await world.sql("SELECT params FROM session_event WHERE code = 'machine-recreated'")).toEqual([
      { params: { machine: `lab-${id}-1` } },
    ]);
  });
});
