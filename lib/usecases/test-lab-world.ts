import { randomBytes, randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import pg from "pg";
import { applyDefaultDeny } from "@/lib/cluster/apply-default-deny";
import type { KubeconfigSource } from "@/lib/cluster/kube-config";
import { openCluster } from "@/lib/cluster/kubernetes-cluster";
import {
  type Account,
  accountUser,
  APP_NAMESPACE,
  admitAccount,
  expectAllowed,
} from "@/lib/cluster/test-account";
import { SITE } from "@/lib/cluster/test-site";
import { insertCourse, setLabs, setMembers } from "@/lib/db/courses";
import { openDatabase, type Database } from "@/lib/db/database";
import { ensureInstallation } from "@/lib/db/installation";
import { insertLab } from "@/lib/db/labs";
import { insertPerson, loadActor } from "@/lib/db/people";
import { findSession } from "@/lib/db/session-reads";
import type { Lab, LabSpec } from "@/lib/domain/lab";
import type { Actor, GlobalRole } from "@/lib/domain/person";
import type { LabSession } from "@/lib/domain/session";
import { startSimulator, type RunningSimulator, type SimulatorOptions } from "@/lib/simulator/server";
import { createTestDatabase } from "@/lib/start/test-database";
import type { Config, Context, LogFields } from "./context";

/** What a process of its own needs to reach the simulated cluster: JSON, which is YAML too. */
export function kubeconfigOf({ server, token }: Account): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server } }],
    users: [{ name: "test", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
    "current-context": "test",
  });
}

/** A database, a simulated cluster and a context that joins them, with a course, a lab and people in it. */
export interface LabWorld {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly sim: RunningSimulator;
  /** The product's own, with the rights of its Roles; only where the cluster is a simulator. */
  readonly account: Account;
  readonly context: Context;
  /** The same world through a context with other settings, or with a signal. */
  contextWith(changes: { config?: Partial<Config>; signal?: AbortSignal; callTimeoutMs?: number }): Context;
  /** Waits for the work handed to `context.after`, and for what that hands on. */
  settled(): Promise<void>;
  readonly logged: { readonly level: string; readonly fields: LogFields; readonly message: string }[];
  readonly admin: Actor & { type: "person" };
  readonly instructor: Actor & { type: "person" };
  readonly student: Actor & { type: "person" };
  readonly courseId: string;
  readonly lab: Lab;
  /** A new student of the course. */
  addStudent(): Promise<Actor & { type: "person" }>;
  /** Somebody in no course. */
  addStranger(role?: GlobalRole): Promise<Actor & { type: "person" }>;
  /** A new lab of the course. */
  addLab(
    spec?: Partial<LabSpec>,
    fields?: Partial<Pick<Lab, "sessionMinutes" | "maxMinutes" | "isEnabled">>,
  ): Promise<Lab>;
  /** The row as it is now. */
  row(id: string): Promise<LabSession>;
  /** Moves data, not the clock: rows are aged by SQL. */
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export const VM_SPEC: LabSpec = {
  kind: "vm",
  image: "registry.test/labs/ubuntu:24.04",
  cpus: 1,
  memoryMiB: 1024,
  machineCount: 1,
  disk: { type: "none" },
  ephemeralMiB: 1024,
  cloudInit: {},
  access: { protocol: "ssh", port: 22, user: "student", template: "ssh {user}@{address}" },
  egress: [],
  capabilities: [],
  graceSeconds: 1,
};
export const NAMESPACE = SITE?.namespace ?? "curfew-vms";
const NAMESPACES = { vm: NAMESPACE, pod: NAMESPACE, app: APP_NAMESPACE };

const CONFIG: Config = {
  environment: "test",
  vmNamespace: NAMESPACE,
  podNamespace: NAMESPACE,
  sessionMinutes: 60,
  maxMinutes: 180,
  marginMinutes: 15,
  launchLimitMinutes: 10,
  machineCap: 8,
  imagePrefixes: ["registry.test/labs/"],
  accessCidrs: ["10.0.0.0/8"],
  reapEverySeconds: null,
  appUrl: "http://127.0.0.1:3000",
  reapKeys: { hasToken: true, hasServiceAccount: false },
  reapCronJob: null,
};

/** The cluster of a world. */
export interface LabCluster {
  readonly sim: RunningSimulator;
  /** The product's account, straight to the simulator. */
  readonly direct: Account;
  /** The product's way there. */
  readonly kubeconfig: KubeconfigSource;
  /** That of those who set the cluster up. */
  readonly operator: KubeconfigSource;
  /** Throws where the product asked for what its Roles do not allow. */
  close(): Promise<void>;
}

export async function openLabCluster(options: SimulatorOptions): Promise<LabCluster> {
  const sim = await startLabSimulator(options);
  const direct = admitAccount(sim, NAMESPACES);
  const close = async () => {
    await sim.close();
    expectAllowed(sim.refusals(accountUser(NAMESPACES)));
  };
  return { sim, direct, kubeconfig: direct, operator: { server: sim.url, token: sim.token }, close };
}

export function startLabSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  return startSimulator({ namespaces: [NAMESPACE], speed: 50, ...options });
}

/** On a simulator of its own, unless it is given another cluster. */
export async function openLabWorld(
  options: SimulatorOptions = {},
  open: () => Promise<LabCluster> = () => openLabCluster(options),
): Promise<LabWorld> {
  const [database, place] = await Promise.all([createTestDatabase(), open()]);
  const db = openDatabase(database.url);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // Dropping the database may cut a connection that has not said goodbye yet.
  pool.on("error", () => undefined);
  const installation = await ensureInstallation(db.at, CONFIG.environment);
  await applyDefaultDeny(place.operator, NAMESPACE);
  const logged: LabWorld["logged"] = [];
  const background = trackWork(logged);
  const stop = new AbortController();
  setMaxListeners(1000, stop.signal);
  const contextWith: LabWorld["contextWith"] = ({ config, signal, callTimeoutMs }) => ({
    db,
    cluster: openCluster({
      kubeconfig: place.kubeconfig,
      vmNamespace: CONFIG.vmNamespace,
      podNamespace: CONFIG.podNamespace,
      environment: installation.environment,
      installationId: installation.id,
      callTimeoutMs,
      signal: stop.signal,
    }),
    config: { ...CONFIG, ...config },
    installation: { id: installation.id, environment: installation.environment },
    log: testLog(logged),
    random: (n) => new Uint8Array(randomBytes(n)),
    after: background.after,
    leaving: signal ?? stop.signal,
    signal: signal ?? stop.signal,
  });
  const people = await seedPeople(db);
  return {
    db,
    databaseUrl: database.url,
    get sim() {
      return place.sim;
    },
    get account() {
      return place.direct;
    },
    context: contextWith({}),
    contextWith,
    settled: background.settled,
    logged,
    ...people,
    row: (id) => rowOf(db, id),
    sql: async (text, values) => (await pool.query(text, values)).rows,
    async close() {
      stop.abort();
      await background.settled();
      await Promise.all([db.close(), pool.end(), place.close()]);
      await database.drop();
    },
  };
}

async function seedPeople(db: Database) {
  const { id: courseId } = await insertCourse(db.at, { name: "Networks", description: "" });
  const labs: string[] = [];
  const members: { personId: string; role: "student" | "instructor" }[] = [];
  const enrol = async (role: "student" | "instructor") => {
    const id = await addPerson(db, "member");
    members.push({ personId: id, role });
    await setMembers(db.at, { id: courseId, members });
    return actorOf(db, id);
  };
  const addLab: LabWorld["addLab"] = async (spec = {}, fields = {}) => {
    const slug = `lab-${randomUUID().slice(0, 8)}`;
    const times = { sessionMinutes: null, maxMinutes: null, isEnabled: true, ...fields };
    const full = { ...VM_SPEC, ...spec };
    const lab = await insertLab(db.at, { slug, name: slug, description: "", spec: full, ...times });
    labs.push(lab.id);
    await setLabs(db.at, { id: courseId, labIds: labs });
    return lab;
  };
  const addStranger = async (role: GlobalRole = "member") => actorOf(db, await addPerson(db, role));
  return {
    courseId,
    admin: await addStranger("admin"),
    instructor: await enrol("instructor"),
    student: await enrol("student"),
    lab: await addLab(),
    addLab,
    addStudent: () => enrol("student"),
    addStranger,
  };
}

async function addPerson(db: Database, role: GlobalRole): Promise<string> {
  const name = `p-${randomUUID().slice(0, 8)}`;
  return (await insertPerson(db.at, { email: `${name}@school.test`, name, role, passwordHash: "x" })).id;
}

async function actorOf(db: Database, id: string): Promise<Actor & { type: "person" }> {
  const actor = await loadActor(db.at, id);
  if (actor?.type !== "person") throw new Error(`there is no active person ${id}`);
  return actor;
}

async function rowOf(db: Database, id: string): Promise<LabSession> {
  const row = await findSession(db.at, id);
  if (row === null) throw new Error(`there is no session ${id}`);
  return row;
}

function testLog(logged: LabWorld["logged"]): Context["log"] {
  const at = (level: string) => (fields: LogFields, message: string) =>
    void logged.push({ level, fields, message });
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

/** Starts background work at once and remembers it; what it throws is logged, as the server does. */
function trackWork(logged: LabWorld["logged"]) {
  const pending = new Set<Promise<void>>();
  const after = (work: () => Promise<void>): void => {
    const done: Promise<void> = work()
      .catch(
        (error: unknown) => void logged.push({ level: "error", fields: { error }, message: "background" }),
      )
      .finally(() => pending.delete(done));
    pending.add(done);
  };
  const settled = async (): Promise<void> => {
    while (pending.size > 0) await Promise.all(pending);
  };
  return { after, settled };
}
