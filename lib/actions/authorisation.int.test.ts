import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { capacityQuery, fitQuery } from "@/lib/contracts/capacity";
import { contentionQuery, contentionWhatIfQuery, lastLinesQuery } from "@/lib/contracts/contention";
import type { ActionAnswer } from "@/lib/contracts/result";
import { sessionListQuery } from "@/lib/contracts/sessions";
import { auditQuery } from "@/lib/contracts/status";
import { openDoors, ORIGIN, type Doors } from "@/lib/server/test-doors";
import { startSession } from "@/lib/usecases/start-session";
import { badInputs } from "./test-bad-inputs";
import { ACTIONS, PERSONAS, ROUTES, type Fixture, type Need, type Persona } from "./test-matrix";

vi.mock("next/headers", async () => ({ headers: (await import("@/lib/server/test-doors")).requestHeaders }));

type Action = (input?: unknown) => Promise<ActionAnswer<unknown>>;
type Handler = (request: Request, route: { params: Promise<Record<string, string>> }) => Promise<Response>;

let doors: Doors;
let cookies: Record<Persona, string | null>;
const actions = new Map<string, Action>();
const routes = new Map<string, Handler>();

beforeAll(async () => {
  doors = await openDoors();
  const { world } = doors;
  const other = await world.addStudent();
  const people = { other, student: world.student, instructor: world.instructor, admin: world.admin };
  cookies = { nobody: null, other: "", student: "", instructor: "", admin: "" };
  for (const [persona, { id, email }] of Object.entries(people)) {
    await doors.letIn(id);
    cookies[persona as Persona] = await doors.signIn(email);
  }
  for (const file of readdirSync("lib/actions").filter(
    (name) => /^[a-z-]+\.ts$/.test(name) && !name.startsWith("test-"),
  ))
    for (const [name, action] of Object.entries((await import(`./${file}`)) as Record<string, Action>))
      actions.set(`${file.replace(".ts", "")}.${name}`, action);
  for (const file of readdirSync("app/api", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("route.ts"),
  ))
    for (const [name, handler] of Object.entries(
      (await import(`@/app/api/${file}`)) as Record<string, Handler>,
    ))
      if (/^[A-Z]+$/.test(name)) routes.set(`${name} ${file.replace("/route.ts", "")}`, handler);
});
afterAll(() => doors.close());

async function makeFixture(needs?: Need): Promise<Fixture> {
  const { world } = doors;
  const sessionId = needs === "session" ? await liveSession() : "aaaaaaaaaa";
  const personId = needs === "person" ? (await world.addStudent()).id : "nobody";
  const labId = needs === "lab" ? (await world.addLab()).id : "nothing";
  return { world, sessionId, machineName: `lab-${sessionId}-1`, personId, labId };
}

/** The student's session, where a cell before has not ended it: making one takes a second. */
async function liveSession(): Promise<string> {
  const { world } = doors;
  const [live] = await world.sql<{ id: string }>(
    "SELECT id FROM lab_session WHERE student_id = $1 AND status IN ('provisioning', 'running')",
    [world.student.id],
  );
  if (live) return live.id;
  const started = await startSession(world.context, world.student, { labId: world.lab.id });
  if (!started.ok) throw new Error(`no session: ${JSON.stringify(started.error)}`);
  await doors.settled();
  return started.value.id;
}

/** "ok", or the code of the refusal; of a bulk action, that of its one item. */
function codeOf(answer: ActionAnswer<unknown>): string {
  if (!answer.ok) return answer.error.code;
  const [item] = Array.isArray(answer.value)
    ? (answer.value as { result?: { ok: boolean; error?: { code: string } } }[])
    : [];
  return item?.result && !item.result.ok ? (item.result.error?.code ?? "?") : "ok";
}

/** A digest of every table that an action could write. */
async function digest(hasAudit = true): Promise<string> {
  const tables = [
    "person",
    "account",
    "lab",
    "course",
    "course_member",
    "course_lab",
    "lab_session",
    "switch",
    "confirmation",
    ...(hasAudit ? ["audit_entry"] : []),
  ];
  const parts = await Promise.all(
    tables.map((table) =>
      doors.world.sql(`SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM ${table} t`),
    ),
  );
  return JSON.stringify(parts);
}

const audited = async (): Promise<number> =>
  Number((await doors.world.sql<{ count: string }>("SELECT count(*) FROM audit_entry"))[0]?.count);
/** Actions that were seen to change something, and to tell of it. */
const told = new Set<string>();

describe("the matrix", () => {
  it("has a row for every action and every route, and no other", () => {
    expect([...actions.keys()].sort()).toEqual(Object.keys(ACTIONS).sort());
    expect([...routes.keys()].sort()).toEqual(Object.keys(ROUTES).sort());
  });
});

describe.each(Object.keys(ACTIONS))("%s", (name) => {
  const row = ACTIONS[name];
  if (!row) throw new Error(name);
  const call = async (persona: Persona, input: unknown) =>
    doors.as(cookies[persona], async () => actions.get(name)?.(input));

  it.each(PERSONAS)("%s", async (persona) => {
    const fixture = await makeFixture(row.needs);
    const input = await row.input(fixture);
    const [before, written, entries] = [await digest(), await digest(false), await audited()];
    const answer = await call(persona, input);
    if (!answer) throw new Error("no answer");
    expect(answer.serverNowMs).toBeGreaterThan(1e12);
    const code = codeOf(answer);
    if (row.allowed.includes(persona)) {
      const closed = ["signed-out", "forbidden", "not-found", "unexpected", "unavailable"];
      expect(closed.filter((each) => !row.alsoFine?.includes(each))).not.toContain(code);
      if ((await digest(false)) !== written) {
        expect(await audited(), "what is changed is told in the audit").toBeGreaterThan(entries);
        told.add(name);
      }
    } else {
      expect(persona === "nobody" ? ["signed-out"] : ["forbidden", "not-found"]).toContain(code);
      expect(await digest()).toBe(before);
    }
    await doors.settled();
  });

  it("answers bad input with a clear error and writes nothing", async () => {
    const fixture = await makeFixture(row.needs);
    const good = await row.input(fixture);
    const persona = row.allowed.includes("admin") ? "admin" : "student";
    await doors.settled();
    const before = await digest();
    for (const { what, input } of badInputs(good)) {
      const answer = await call(persona, input);
      const code = answer ? codeOf(answer) : "none";
      expect(["invalid", "not-found", "forbidden", "conflict", "refused"], `${name} ${what}`).toContain(code);
      if (answer && !answer.ok && code === "invalid")
        expect(answer.error.fields?.length, what).toBeGreaterThan(0);
    }
    expect(await digest()).toBe(before);
  });
});

it("tells in the audit of every action but those that have nothing to change here", () => {
  // lib/usecases/admin-acts, audited-writes, keep-people and session tests hold the audit of these.
  const others = ["sessions.startMachine", "courses.setCourseMembers", "courses.archiveCourse"];
  const people = ["people.storeSshKey", "people.endSignIns", "people.changePassword"];
  const admins = ["confirmHeld", "adoptCluster", "acceptDatabase", "deleteForeignMachine"];
  const idle = [...others, ...people, "setup.claimFirstAdmin", ...admins.map((name) => `reaper.${name}`)];
  // A pass tells of itself, and has something to change only by chance.
  const untold = Object.keys(ACTIONS).filter((name) => !told.has(name) && name !== "reaper.runPass");
  expect(untold.toSorted()).toEqual(idle.toSorted());
});

describe.each(Object.keys(ROUTES))("%s", (name) => {
  const row = ROUTES[name];
  if (!row) throw new Error(name);

  it.each(PERSONAS)("%s", async (persona) => {
    const fixture = await makeFixture(row.needs);
    const [method] = name.split(" ");
    const request = new Request(`${ORIGIN}/api/${row.path(fixture)}`, {
      method,
      headers: cookies[persona] ? { cookie: cookies[persona] } : {},
    });
    const params = Promise.resolve(row.params?.(fixture) ?? {});
    const response = await doors.as(cookies[persona], async () => routes.get(name)?.(request, { params }));
    const status = response?.status ?? 0;
    expect(response?.headers.get("cache-control")).toBe("no-store");
    if (row.allowed.includes(persona)) expect(status).toBe(200);
    else expect(persona === "nobody" ? [401, 404] : [401, 403, 404]).toContain(status);
    await doors.settled();
  });
});

/** What an address may ask for; each is spoiled in turn. */
const QUERIES = {
  sessions: sessionListQuery,
  audit: auditQuery,
  capacity: capacityQuery,
  "capacity/fit": fitQuery,
  contention: contentionQuery,
  "contention/what-if": contentionWhatIfQuery,
  "contention/last-lines": lastLinesQuery,
};
const BAD_TEXTS = [
  "",
  " ",
  "-1",
  "0",
  "0.05",
  "1.5",
  "NaN",
  "1e999",
  "0x10",
  "x",
  "a/b/c",
  "\0",
  "😀",
  "%",
  "x".repeat(9000),
];

describe.each(Object.entries(QUERIES))("a bad query of %s", (path, { shape }) => {
  it.each(Object.keys(shape))("is refused by name, or answered: %s", async (key) => {
    const row = ROUTES[`GET ${path}`];
    const good = new URL(`${ORIGIN}/api/${row?.path(await makeFixture()) ?? path}`);
    for (const text of BAD_TEXTS) {
      good.searchParams.set(key, text);
      const response = await doors.as(cookies.admin, async () =>
        routes.get(`GET ${path}`)?.(new Request(good), { params: Promise.resolve({}) }),
      );
      expect([200, 400], `${key}=${text.slice(0, 20)}`).toContain(response?.status);
      if (text === "\0") expect(response?.status).toBe(400);
    }
  });
});

describe("what a student reads", () => {
  it("is their own: another's session is in no list", async () => {
    const fixture = await makeFixture("session");
    const read = (persona: Persona) =>
      doors.as(cookies[persona], async () => {
        const response = await routes.get("GET sessions")?.(new Request(`${ORIGIN}/api/sessions`), {
          params: Promise.resolve({}),
        });
        return (await response?.text()) ?? "";
      });
    expect(await read("student")).toContain(fixture.sessionId);
    expect(await read("instructor")).toContain(fixture.sessionId);
    expect(await read("other")).not.toContain(fixture.sessionId);
    await doors.settled();
  });
});
