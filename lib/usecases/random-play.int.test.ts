import { expect, it } from "vitest";
import { ClusterError } from "@/lib/cluster/cluster-error";
import { isDatabaseDown } from "@/lib/db/database";
import { readSnapshot } from "@/lib/db/passes";
import { draw } from "@/lib/domain/contention/what-if/draw";
import { LABEL } from "@/lib/domain/labels";
import { newSessionId } from "@/lib/domain/names";
import type { Actor } from "@/lib/domain/person";
import { isLive, isOver } from "@/lib/domain/states";
import type { FaultAct } from "@/lib/simulator/faults";
import { confirmHeld } from "./confirm-held";
import type { Context } from "./context";
import { endSessions } from "./end-sessions";
import { extendSessions } from "./extend-sessions";
import { setPersonActive } from "./set-person-active";
import { startSession } from "./start-session";
import { NAMESPACE } from "./test-lab-world";
import { JOBS, MIN, reapWorld, VMIS, VMS } from "./test-reap-world";

/** Another play: CURFEW_PLAY_SEED=… npx vitest run lib/usecases/random-play.int.test.ts */
const SEED = Number(process.env.CURFEW_PLAY_SEED ?? 1);
const ROUNDS = Number(process.env.CURFEW_PLAY_ROUNDS ?? 15);
const ACTS_AT_ONCE = 5;
const CAP = 10;
const MOST_ORPHANS = 3;
const FOREIGN = "somebodys-vm";
const world = reapWorld();

let drawn = 0;
const next = (): number => draw(SEED, drawn++, 0, 0);
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
const some = <T>(list: readonly T[]): T[] => list.filter(() => next() < 0.4);

const students: Actor[] = [];
let orphans = 0;
/** Every session that was ever started, and what was last known of it. */
const lives = new Map<string, string>();
/** Sessions of which somebody has deleted a machine behind our back. */
const robbed = new Set<string>();
const context = (): Context => world.contextWith({ config: { machineCap: CAP }, callTimeoutMs: 500 });

const ACTS: readonly (() => Promise<unknown>)[] = [
  start,
  start,
  start,
  extend,
  end,
  pass,
  pass,
  expire,
  dismiss,
  takeLease,
];
const MISCHIEF: readonly (() => Promise<unknown> | unknown)[] = [
  fault,
  fault,
  fault,
  rob,
  addOrphan,
  jumpClock,
  cutDatabase,
];

async function start(): Promise<unknown> {
  const labs = [world.lab.id, groupLabId];
  return startSession(context(), pick(students) ?? world.student, { labId: pick(labs) ?? world.lab.id });
}
async function extend(): Promise<unknown> {
  return extendSessions(context(), world.admin, { ids: some([...lives.keys()]) });
}
async function end(): Promise<unknown> {
  const id = pick([...lives].filter(([, status]) => status === "running").map(([each]) => each));
  return endSessions(context(), world.admin, { ids: id === undefined ? [] : [id] });
}
async function pass(): Promise<unknown> {
  return world.pass({ context: context(), times: { itemMs: 3000 } });
}
async function expire(): Promise<unknown> {
  const id = pick([...lives].filter(([, status]) => status === "running").map(([each]) => each));
  return id === undefined ? null : world.expire([id]);
}

const MACHINES = "(virtualmachines|virtualmachineinstances)";
const TARGETS = [
  { method: "DELETE", path: "/virtualmachines/" },
  { method: "DELETE", path: "/(secrets|jobs)/" },
  { method: "POST", path: "/virtualmachines" },
  { method: "POST", path: "/(jobs|secrets)" },
  { method: "GET", path: `/${MACHINES}` },
  { method: "GET", path: "/(namespaces|leases|jobs)/" },
  { method: "PUT", path: "/leases/" },
];

function fault(): void {
  const act: FaultAct | undefined = pick<FaultAct>([
    { status: 500 },
    { status: 403 },
    { status: 409 },
    { status: 429, retryAfterSeconds: 0 },
    { hang: true },
    { waitMs: 100 },
    { dropAfterHandling: true },
    { cutBodyAtBytes: 60 },
    { emptyList: true },
  ]);
  const isList = act !== undefined && "emptyList" in act;
  const match = isList ? { method: "GET", path: `/${MACHINES}\\?` } : pick(TARGETS);
  if (act) world.proxy.fault({ match, act, times: isList ? 2 : 1 + Math.floor(next() * 3) });
}
/** Somebody deletes a machine with kubectl. */
async function rob(): Promise<void> {
  const name = pick((await world.names(VMS)).filter((each) => each !== FOREIGN));
  const id = name?.split("-")[1];
  if (name === undefined || id === undefined || lives.get(id) !== "running") return;
  robbed.add(id);
  await world.age([id], 3 * MIN);
  await world.vanishVm(name);
}
/** A machine of ours that no row knows, as an old database would leave it. */
function addOrphan(): void {
  if (orphans++ >= MOST_ORPHANS) return;
  const id = newSessionId(context().random);
  const { environment, id: installation } = world.context.installation;
  const labels = {
    [LABEL.managedBy]: "curfew",
    [LABEL.environment]: environment,
    [LABEL.installation]: installation,
    [LABEL.session]: id,
  };
  seedVm(`lab-${id}-1`, labels);
}
function seedVm(name: string, labels: Record<string, string>): void {
  const spec = { runStrategy: "Halted", template: { spec: { domain: { devices: {} } } } };
  const metadata = { name, namespace: NAMESPACE, labels };
  world.sim.seed([{ apiVersion: "kubevirt.io/v1", kind: "VirtualMachine", metadata, spec }]);
}
function jumpClock(): void {
  world.proxy.shiftClock(Math.round((next() - 0.5) * 20) * MIN);
}
/** A pass that is under way goes on beside its successor, as one does that was frozen for a minute. */
async function takeLease(): Promise<void> {
  await world.sql("UPDATE reap_lease SET expires_at = clock_timestamp()");
}
/** Ends what they have, as End does. */
async function dismiss(): Promise<unknown> {
  const student = pick(students);
  if (student?.type !== "person") return null;
  await setPersonActive(context(), world.admin, { id: student.id, isActive: false });
  return setPersonActive(context(), world.admin, { id: student.id, isActive: true });
}
async function cutDatabase(): Promise<void> {
  await world
    .sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    .catch(() => []);
}

/** What is thrown at a caller says that something was away; anything else is a defect. */
async function act(work: () => Promise<unknown> | unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ClusterError) && !isDatabaseDown(error)) throw error;
  }
}

interface Row {
  readonly id: string;
  readonly status: "provisioning" | "running" | "ending" | "ended" | "expired" | "failed";
  readonly isCreated: boolean;
  readonly studentId: string;
  readonly names: string[];
}
const rows = () =>
  world.sql<Row & Record<string, unknown>>(
    `SELECT s.id, s.status, s.created_at IS NOT NULL AS "isCreated", s.student_id AS "studentId",
       array_agg(m.name ORDER BY m.index) AS names
     FROM lab_session s JOIN session_machine m ON m.session_id = s.id GROUP BY s.id`,
  );
const standing = () =>
  world.sim.cluster.store
    .list(VMS, NAMESPACE)
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map(({ metadata }) => metadata.name);

/** What holds at every moment at which nothing is under way. */
async function expectLawful(): Promise<void> {
  const [found, vms] = [await rows(), standing()];
  expect(vms).toContain(FOREIGN);
  for (const { id, status, isCreated, names } of found) {
    const before = lives.get(id) ?? "provisioning";
    if (!isLive({ status: before as Row["status"] })) expect([id, isLive({ status })]).toEqual([id, false]);
    if (isOver({ status: before as Row["status"] })) expect([id, status]).toEqual([id, before]);
    lives.set(id, status);
    // What is called over was really given back (but for a create that was carried out after all: an orphan's matter).
    if (isOver({ status }) && isCreated) expect(vms.filter((name) => names.includes(name))).toEqual([]);
    // No machine of a session that lives was taken.
    if (isLive({ status }) && isCreated && !robbed.has(id))
      expect(vms).toEqual(expect.arrayContaining(names));
  }
  const live = found.filter(isLive);
  expect(new Set(live.map(({ studentId }) => studentId)).size).toBe(live.length);
  const seats = found.filter((row) => !isOver(row)).flatMap(({ names }) => names);
  expect(seats.length).toBeLessThanOrEqual(CAP);
}

/** Nobody interferes any more, and time passes: an admin confirms what the brake holds. */
async function calmDown(): Promise<void> {
  world.proxy.clearFaults();
  world.proxy.resetClock();
  for (let count = 0; count < 6; count++) {
    await world.settled();
    world.later(3 * MIN);
    await world.age([...lives.keys()], 61 * MIN);
    await world.pass({ context: context() });
    const held = (await readSnapshot(world.db.at))?.held ?? [];
    for (const { direction, items } of held)
      await confirmHeld(context(), world.admin, { direction, keys: items.map(({ key }) => key) });
  }
  await world.settled();
  world.later(10 * MIN);
}

const told = (id: string) =>
  world.sql(
    `SELECT (SELECT count(*)::int FROM session_event WHERE session_id = $1 AND code = 'claimed') AS claimed,
       (SELECT count(*)::int FROM session_event WHERE session_id = $1 AND code = 'delete-accepted') AS accepted,
       (SELECT count(*)::int FROM audit_entry WHERE subject_id = $1 AND action = 'session.start') AS started,
       (SELECT count(*)::int FROM audit_entry WHERE subject_id = $1 AND action = 'session.end') AS ended`,
    [id],
  );

let groupLabId = "";
it(`whatever is done at once, and whatever fails: nothing is taken that lives, and nothing stays (seed ${SEED})`, async () => {
  groupLabId = (await world.addLab({ machineCount: 2 })).id;
  for (let count = 0; count < 9; count++) students.push(await world.addStudent());
  seedVm(FOREIGN, { app: "theirs" });
  for (let round = 0; round < ROUNDS; round++) {
    await act(pick(MISCHIEF) ?? fault);
    const acts = Array.from({ length: ACTS_AT_ONCE }, () => pick(ACTS) ?? pass);
    await Promise.all(acts.map(act));
    if (next() < 0.5) await act(pick(MISCHIEF) ?? fault);
    await world.settled();
    world.later(40_000);
    await expectLawful();
    await world.age([...lives.keys()], MIN);
  }
  await calmDown();
  await expectLawful();

  expect([...lives].filter(([, status]) => !isOver({ status: status as Row["status"] }))).toEqual([]);
  for (const kind of [VMS, VMIS, JOBS, "secrets", "services", "pods"] as const)
    expect([kind, await world.names(kind)]).toEqual([kind, kind === VMS ? [FOREIGN] : []]);
  for (const id of lives.keys())
    expect([id, await told(id)]).toEqual([id, [{ claimed: 1, accepted: 1, started: 1, ended: 1 }]]);
  expect(await world.sql("SELECT id FROM lab_session WHERE gone_at IS NULL")).toEqual([]);
}, 240_000);
