import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { newSessionId } from "@/lib/domain/names";
import { SPEC } from "@/lib/domain/testing/samples";
import { MACHINES_ANNOTATION, sessionLabels } from "@/lib/domain/labels";

/** How many of what stands in the world of a measured pass. */
export interface Mix {
  readonly machines: number;
  readonly expired: number;
  readonly orphans: number;
  readonly ghosts: number;
}

/** 5 % expired, 1 % orphans, 1 % ghosts. */
export function mixOf(machines: number): Mix {
  const part = (share: number) => Math.round(machines * share);
  return { machines, expired: part(0.05), orphans: part(0.01), ghosts: part(0.01) };
}

type Object_ = Record<string, unknown>;
interface Session {
  readonly id: string;
  readonly studentId: string;
  readonly role: "live" | "expired" | "ghost" | "orphan";
}

const LIFETIME = { sessionMinutes: 60, maxMinutes: 180, marginMinutes: 15 };
const OBJECTS_A_CALL = 1_000;
const JOB_TEMPLATE = {
  spec: { restartPolicy: "Never", containers: [{ name: "deadline", image: "curfew.invalid/deadline:1" }] },
};

/** The sessions of a mix, in no particular state yet: orphans have no row, ghosts no machine. */
export function sessionsOf({ machines, expired, orphans, ghosts }: Mix): Session[] {
  const roles: Session["role"][] = [
    ...Array.from({ length: expired }, () => "expired" as const),
    ...Array.from({ length: orphans }, () => "orphan" as const),
    ...Array.from({ length: machines - expired - orphans }, () => "live" as const),
    ...Array.from({ length: ghosts }, () => "ghost" as const),
  ];
  return roles.map((role) => ({ id: newSessionId(randomBytes), studentId: randomUUID(), role }));
}

/** Rows of all sessions but the orphans', an hour old and with an hour to go. */
export async function insertRows(
  databaseUrl: string,
  namespace: string,
  sessions: readonly Session[],
): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const rows = sessions.filter(({ role }) => role !== "orphan");
  const [ids, students] = [rows.map(({ id }) => id), rows.map(({ studentId }) => studentId)];
  try {
    await pool.query(
      `INSERT INTO lab (id, slug, name, description, spec, is_enabled)
       SELECT $1, 'bench', 'Bench', '', $2, true WHERE NOT EXISTS (SELECT FROM lab WHERE slug = 'bench')`,
      [randomUUID(), SPEC],
    );
    await pool.query(
      `INSERT INTO person (id, name, email) SELECT s, s, s || '@bench.test' FROM unnest($1::text[]) s`,
      [students],
    );
    await pool.query(
      `INSERT INTO lab_session (id, student_id, lab_id, status, namespace, kind, spec, lifetime, started_at, expires_at,
         created_at, running_at)
       SELECT i, s, (SELECT id FROM lab WHERE slug = 'bench'), 'running', $3, 'vm', $4, $5, now() - interval '1 hour 5 min',
         now() + interval '1 hour', now() - interval '1 hour 5 min', now() - interval '1 hour 4 min'
       FROM unnest($1::text[], $2::text[]) AS x(i, s)`,
      [ids, students, namespace, SPEC, LIFETIME],
    );
    await pool.query(
      `INSERT INTO session_machine (session_id, index, name, secret_name, state)
       SELECT i, 1, 'lab-' || i || '-1', 'lab-' || i || '-1-init', 'running' FROM unnest($1::text[]) i`,
      [ids],
    );
  } finally {
    await pool.end();
  }
}

/** From now on their time is up. */
export async function expireRows(databaseUrl: string, sessions: readonly Session[]): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const ids = sessions.filter(({ role }) => role === "expired").map(({ id }) => id);
  await pool.query("UPDATE lab_session SET expires_at = now() - interval '1 second' WHERE id = ANY($1)", [
    ids,
  ]);
  await pool.end();
}

export interface Place {
  readonly url: string;
  readonly token: string;
  readonly namespace: string;
  readonly owner: { readonly environment: string; readonly installationId: string };
}

/** What the cluster has of the sessions: VM, deadline Job, NetworkPolicy and Secret of each; of a ghost no VM. */
export async function seedObjects(place: Place, sessions: readonly Session[]): Promise<void> {
  const objects = sessions.flatMap((session) => objectsOf(place, session));
  for (let from = 0; from < objects.length; from += OBJECTS_A_CALL) {
    const answer = await fetch(`${place.url}/simulator/objects`, {
      method: "POST",
      headers: { authorization: `Bearer ${place.token}`, "content-type": "application/json" },
      body: JSON.stringify(objects.slice(from, from + OBJECTS_A_CALL)),
    });
    if (!answer.ok) throw new Error(`the simulator took no objects: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

function objectsOf({ namespace, owner }: Place, { id, role }: Session): Object_[] {
  const labels = sessionLabels({ ...owner, sessionId: id });
  const jobUid = randomUUID();
  const creationTimestamp = new Date(Date.now() - 3_900_000).toISOString().replace(/\.\d+Z$/, "Z");
  const ownerReferences = [{ apiVersion: "batch/v1", kind: "Job", name: `lab-${id}`, uid: jobUid }];
  const metadata = (name: string, more: object = {}) => ({
    name,
    namespace,
    labels,
    creationTimestamp,
    ...more,
  });
  const owned = { ownerReferences };
  const job = {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: metadata(`lab-${id}`, { uid: jobUid, annotations: { [MACHINES_ANNOTATION]: "1" } }),
    spec: {
      parallelism: 0,
      activeDeadlineSeconds: 11_700,
      ttlSecondsAfterFinished: 0,
      template: JOB_TEMPLATE,
    },
    status: { startTime: creationTimestamp },
  };
  const policy = {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: metadata(`lab-${id}`, owned),
    spec: { podSelector: { matchLabels: labels } },
  };
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: metadata(`lab-${id}-1-init`, owned),
    type: "Opaque",
  };
  const domain = { cpu: { cores: 1 }, memory: { guest: "1Gi" }, devices: {} };
  const machine = {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: metadata(`lab-${id}-1`, owned),
    spec: { runStrategy: "Halted", template: { metadata: { labels }, spec: { domain } } },
  };
  return [job, policy, secret, ...(role === "ghost" ? [] : [machine])];
}
