import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PassSummary } from "@/lib/domain/pass-summary";
import type { StartedSession, ExtendedSession } from "@/lib/contracts/sessions";
import type { ActionAnswer, ItemResult } from "@/lib/contracts/result";
import type { StudentAnswer } from "@/lib/contracts/status";
import { databaseNow } from "@/lib/db/database";
import { ACTION_NAMES_KEY, buildApp } from "../build-app";
import { Caller, readActionNames, type Answer } from "./caller";
import { drawsOf, openPair, REAP_TOKEN, until, type Pair } from "./pair";
import type { Replica } from "./replica";

/** Another play: CURFEW_REPLICAS_SEED=… npm test replicas. */
const SEED = Number(process.env.CURFEW_REPLICAS_SEED ?? 31);
const next = drawsOf(SEED);
console.log(`replicas: seed ${SEED}`);

let pair: Pair;
beforeAll(async () => {
  await buildApp();
  pair = await openPair();
}, 600_000);
const loads: Load[] = [];
afterEach(async () => {
  for (const load of loads.splice(0)) await load.stop();
});
afterAll(() => pair?.close());

const reap = () => new Caller(pair.proxy.url).reap<PassSummary>(REAP_TOKEN);
const passes = async () =>
  pair.world.sql<{ number: number; trigger: string; outcome: string | null }>(
    "SELECT number, trigger, outcome FROM pass ORDER BY number",
  );
/** Fences of the passes that a test has cut off from process, lease or database before the next pass began. */
const killed: number[] = [];
/**
 * Pairs of passes of which one began before the other had ended. A pass that its successor had to write down, at the
 * moment of its own beginning and with no failure that it could tell, ran on beside it, or is one of `killed`.
 */
const overlaps = () =>
  pair.world.sql<{ number: number; next: number; fence: number }>(
    `SELECT a.number, a.fence, b.number AS next FROM pass a JOIN pass b ON a.fence < b.fence
     WHERE NOT a.fence = ANY($1) AND (a.finished_at IS NULL OR b.started_at < a.finished_at
       OR (b.fence = a.fence + 1 AND a.outcome = 'failed' AND a.summary->'failures' = '[]'))`,
    [killed],
  );
/** How often each of these sessions was claimed, accepted and audited as ended, and its machine deleted. */
async function endsOf(ids: readonly string[]) {
  const { world } = pair;
  const count = (sql: string, id: string) => world.sql<{ n: number }>(sql, [id]).then(([row]) => row?.n);
  const events = "SELECT count(*)::int AS n FROM session_event WHERE session_id = $1 AND code =";
  return Promise.all(
    ids.map(async (id) => ({
      status: (await world.row(id)).status,
      claimed: await count(`${events} 'claimed'`, id),
      accepted: await count(`${events} 'delete-accepted'`, id),
      deletes: world.sim
        .requests()
        .filter(({ method, path, status }) => method === "DELETE" && status === 200 && isMachine(path, id))
        .length,
    })),
  );
}
const sessionRows = (ids: readonly string[]) => Promise.all(ids.map((id) => pair.world.row(id)));
const isMachine = (path: string, id: string) => new RegExp(`/virtualmachines/lab-${id}-1\\b`).test(path);
const ONCE = { status: "expired", claimed: 1, accepted: 1, deletes: 1 };

describe("two replicas on one database", () => {
  it("know each other's sign-ins, carry out each other's actions, and tell one countdown", async () => {
    const [first, second] = pair.replicas;
    const { world } = pair;
    expect(readActionNames().encryptionKey).toBe(ACTION_NAMES_KEY);
    pair.route(first);
    const student = await pair.callerOf(world.student);
    expect((await student.get<string>("/me")).status).toBe(200);

    pair.route(second);
    const input = { labId: world.lab.id, studentId: world.student.id, courseId: world.courseId };
    const started = await student.act<StartedSession>("/me", "startSession", input);
    expect(started).toMatchObject({ ok: true });
    const before = await databaseNow(world.db.at);
    const onSecond = await student.get<StudentAnswer>("/api/me");
    pair.route(first);
    const onFirst = await student.get<StudentAnswer>("/api/me");
    expect(onFirst.body.session?.expiresAtMs).toBe(onSecond.body.session?.expiresAtMs);
    const clocks = [
      before,
      onSecond.body.serverNowMs,
      onFirst.body.serverNowMs,
      await databaseNow(world.db.at),
    ];
    expect(clocks).toEqual(clocks.toSorted((a, b) => a - b));

    const ids = [onFirst.body.session?.id ?? ""];
    const extended = await student.act<ItemResult<ExtendedSession>[]>("/me", "extendSessions", { ids });
    expect(extended).toMatchObject({ ok: true });
    pair.route(second);
    const later = await student.get<StudentAnswer>("/api/me");
    expect(later.body.session?.expiresAtMs).toBe((await world.row(ids[0] ?? "")).expiresAtMs);
    expect(later.body.session?.expiresAtMs).toBeGreaterThan(onFirst.body.session?.expiresAtMs ?? 0);
    expect((await student.act("/me", "endSessions", { ids }))?.ok).toBe(true);
    expect(await student.signOut()).toBe(200);
    pair.route(first);
    expect((await student.get("/api/me")).status).toBe(401);
    pair.route(first, second);
  });

  it("never run two passes, whoever calls how often on which", async () => {
    const admin = await pair.callerOf(pair.world.admin);
    const ids = await pair.openSessions(4);
    await pair.expire(ids);
    const before = (await passes()).length;
    const held = await pair.holdSessions(ids);
    const first = reap();
    await until("a pass waits at its first claim", async () => (await held.waiting()) > 0);
    const others = await Promise.all([reap(), reap(), admin.act<PassSummary>("/reaper", "runPass"), reap()]);
    expect(others.map(outcomeOf)).toEqual(Array(4).fill("skipped"));
    await held.letGo();
    expect(outcomeOf(await first)).toBe("clean");
    expect((await passes()).length - before).toBe(1);
    expect(await endsOf(ids)).toEqual(ids.map(() => ONCE));

    const calls = Array.from({ length: 12 }, () => (next() < 0.3 ? "person" : "cronjob"));
    const answers = await Promise.all(
      calls.map((who) => (who === "person" ? admin.act<PassSummary>("/reaper", "runPass") : reap())),
    );
    const ran = answers.filter((answer) => outcomeOf(answer) !== "skipped").length;
    expect((await passes()).length - before - 1).toBe(ran);
    expect(await overlaps()).toEqual([]);
    const audited = await pair.world.sql("SELECT 1 FROM audit_entry WHERE action = 'pass.run'");
    expect(audited.length).toBe((await passes()).filter(({ trigger }) => trigger === "person").length);
  });

  it("lose nothing when one is killed in the middle of a pass, and started again", async () => {
    const ids = await pair.openSessions(4);
    await pair.expire(ids);
    const at = next() < 0.5 ? "claim" : "delete";
    const index = next() < 0.5 ? 0 : 1;
    const victim = pair.replicas[index];
    const survivor = pair.replicas[1 - index] ?? victim;
    const load = startLoad(await pair.callerOf(pair.world.admin));
    await killInPass(ids, { victim, survivor, at });

    const mark = load.answered();
    await until("the survivor serves alone", () => load.answered() > mark + 10);
    // The readiness probe has noticed by now.
    pair.route(survivor);
    expect(outcomeOf(await reap())).toBe("skipped");
    // The clock is not moved: the dead pass's lease is.
    await pair.world.sql("UPDATE reap_lease SET expires_at = clock_timestamp()");
    expect(outcomeOf(await reap())).toBe("clean");
    pair.replicas[index] = await pair.start(victim.port);
    pair.route(...pair.replicas);
    const back = pair.proxy.answeredBy(victim.port);
    await until("the new one serves", () => pair.proxy.answeredBy(victim.port) > back + 10);
    await load.stop();

    expect(await endsOf(ids)).toEqual(ids.map(() => ONCE));
    expect(await overlaps()).toEqual([]);
    // A reset is a request that was under way where the process died; whatever found it dead went to the other.
    const { lost } = pair.proxy;
    expect(
      lost.filter(({ port, code }) => port !== victim.port || !/ECONNRESET|socket hang up/.test(code)),
    ).toEqual([]);
    expect(load.failed().length).toBeLessThanOrEqual(lost.length);
  });

  it("stop a pass of one that was frozen for longer than its lease, and wakes beside its successor", async () => {
    const { sim } = pair.world;
    const ids = await pair.openSessions(2);
    await pair.expire(ids);
    const [frozen, other] = pair.replicas;
    const since = sim.requests().length;
    sim.fault({ match: { method: "DELETE", path: "/virtualmachines/" }, act: { hang: true } });
    pair.route(frozen);
    const pass = reap();
    const isDelete = ({ method, path }: { method: string; path: string }) =>
      method === "DELETE" && ids.some((id) => isMachine(path, id));
    await until("its pass waits for both deletes", () => sim.requests(since).filter(isDelete).length === 2);
    frozen.signal("SIGSTOP");
    sim.clearFaults();
    pair.route(other);
    expect(outcomeOf(await reap())).toBe("skipped");
    await pair.world.sql("UPDATE reap_lease SET expires_at = clock_timestamp()");
    expect(outcomeOf(await reap())).toBe("clean");
    await until("its successor has seen them gone", async () =>
      (await sessionRows(ids)).every(({ goneAtMs }) => goneAtMs !== null),
    );
    const [rows, told] = [await sessionRows(ids), await passes()];
    expect(rows.map(({ status }) => status)).toEqual(["expired", "expired"]);

    frozen.signal("SIGCONT");
    expect(await pass).toMatchObject({
      ...{ status: 503, body: { outcome: "failed", failures: [{ resource: "lease", error: "lease-lost" }] } },
    });
    expect([await sessionRows(ids), await passes()]).toEqual([rows, told]);
    expect(await endsOf(ids)).toEqual(ids.map(() => ONCE));
    // That is what an overlap looks like: nobody killed the first, and the lease was taken from it.
    const seen = await overlaps();
    const [first, successor] = told.slice(-2).map(({ number }) => number);
    expect(seen).toEqual([{ number: first, next: successor, fence: expect.any(Number) }]);
    killed.push(...seen.map(({ fence }) => fence));
    pair.route(frozen, other);
    expect(outcomeOf(await reap())).toBe("clean");
    expect(await overlaps()).toEqual([]);
  });

  it("get over a database that is away for a while, with every sign-in and session", async () => {
    const { world, database } = pair;
    const student = await pair.callerOf(world.student);
    const input = { labId: world.lab.id, studentId: world.student.id, courseId: world.courseId };
    expect(await student.act<StartedSession>("/me", "startSession", input)).toMatchObject({ ok: true });
    const before = (await student.get<StudentAnswer>("/api/me")).body.session;
    const ids = await pair.openSessions(2);
    await pair.expire(ids);
    const held = await pair.holdSessions(ids);
    const pass = reap();
    await until("a pass waits at its first claim", async () => (await held.waiting()) > 0);
    database.cut();
    const broken = await pass;
    expect(broken).toMatchObject({ status: 503, body: { outcome: "failed" } });
    expect(broken.body.failures).toContainEqual(
      expect.objectContaining({ resource: "database", error: "unavailable" }),
    );
    expect((await student.get("/api/me")).status).toBe(503);
    expect((await student.get("/api/ready")).status).toBe(503);
    expect((await student.get("/api/live")).status).toBe(200);
    expect((await reap()).status).toBe(503);
    await held.letGo();
    database.mend();
    await until("it serves again", async () => (await student.get("/api/me")).status === 200);
    expect((await student.get<StudentAnswer>("/api/me")).body.session).toMatchObject({
      ...{ id: before?.id, expiresAtMs: before?.expiresAtMs },
    });
    const left = await world.sql<{ fence: number }>("SELECT fence FROM pass WHERE outcome IS NULL");
    killed.push(...left.map(({ fence }) => fence));
    await world.sql("UPDATE reap_lease SET expires_at = clock_timestamp()");
    expect(outcomeOf(await reap())).toBe("clean");
    expect((await passes()).slice(-2).map(({ outcome }) => outcome)).toEqual(["failed", "clean"]);
    expect(await endsOf(ids)).toEqual(ids.map(() => ONCE));
    expect(await overlaps()).toEqual([]);
    expect(await student.act("/me", "endSessions", { ids: [before?.id] })).toMatchObject({ ok: true });
  });

  it("are replaced one by one without a failed request, and finish what they had begun", async () => {
    const admin = await pair.callerOf(pair.world.admin);
    const load = startLoad(admin);
    const before = pair.proxy.lost.length;
    for (const index of [0, 1] as const) {
      const old = pair.replicas[index];
      const stays = pair.replicas[1 - index] ?? old;
      const fresh = await pair.start();
      const [expired = "", returned = ""] = await pair.openSessions(2);
      await pair.expire([expired]);
      const held = await pair.holdSessions([expired, returned]);
      pair.route(old);
      const pass = reap();
      await until("its pass waits at its first claim", async () => (await held.waiting()) === 1);
      const end = admin.act<ItemResult<unknown>[]>("/sessions", "endSessions", { ids: [returned] });
      await until("an End waits at its claim", async () => (await held.waiting()) === 2);
      // As Kubernetes does: out of the Service first, told to stop after that.
      pair.route(stays, fresh);
      old.signal("SIGTERM");
      await until("it listens no more", async () => !(await old.isListening()));
      expect(old.isOver()).toBe(false);
      await held.letGo();
      expect(await end).toMatchObject({ ok: true, value: [{ result: { ok: true } }] });
      // SIGTERM stops a pass: what it had not got to is the next one's, which may begin at once.
      expect(await pass).toMatchObject({ status: 200, body: { outcome: "partial" } });
      await until("it ends", old.isOver);
      expect(await old.ended).toBe(143);
      expect(outcomeOf(await reap())).toBe("clean");
      expect(await endsOf([expired, returned])).toEqual([ONCE, { ...ONCE, status: "ended" }]);
      const mark = load.answered();
      await until("the others serve", () => load.answered() > mark + 10);
      pair.replicas[index] = fresh;
    }
    await load.stop();
    expect(load.failed()).toEqual([]);
    expect(pair.proxy.lost.slice(before)).toEqual([]);
    expect(await overlaps()).toEqual([]);
  });

  it("end at once where nothing is under way, whatever connections are kept open to them", async () => {
    const idle = await pair.start();
    const agent = new Agent({ keepAlive: true });
    const [answer] = (await once(get(`http://127.0.0.1:${idle.port}/api/live`, { agent }), "response")) as [
      IncomingMessage,
    ];
    await once(answer.resume(), "end");
    expect(answer.headers.connection).toBe("keep-alive");
    const silent = connect(idle.port, "127.0.0.1").on("error", () => undefined);
    await once(silent, "connect");
    idle.signal("SIGTERM");
    await until("it ends", idle.isOver);
    expect(await idle.ended).toBe(143);
    agent.destroy();
    silent.destroy();
  });
});

/** How a pass went, or why there was none; null where no replica answered. */
function outcomeOf(answer: Answer<PassSummary> | ActionAnswer<PassSummary> | null): string | null {
  if (answer === null) return null;
  if ("body" in answer) return answer.body?.outcome ?? null;
  return answer.ok ? answer.value.outcome : answer.error.code;
}

/** Kills a replica while a pass of it waits: at the claim of a row, or for the answer to a machine's delete. */
async function killInPass(
  ids: readonly string[],
  { victim, survivor, at }: { victim: Replica; survivor: Replica; at: "claim" | "delete" },
): Promise<void> {
  const { sim } = pair.world;
  const since = sim.requests().length;
  const held = at === "claim" ? await pair.holdSessions(ids) : null;
  if (held === null)
    sim.fault({ match: { method: "DELETE", path: "/virtualmachines/" }, act: { hang: true } });
  pair.route(victim);
  const cut = reap().catch(() => null);
  await until(`a pass waits at ${at}`, () =>
    held === null
      ? sim.requests(since).some(({ method }) => method === "DELETE")
      : held.waiting().then((count) => count > 0),
  );
  pair.route(victim, survivor);
  victim.signal("SIGKILL");
  expect(await victim.ended).toBe("SIGKILL");
  const left = await pair.world.sql<{ fence: number }>("SELECT fence FROM pass WHERE outcome IS NULL");
  expect(left).toHaveLength(1);
  killed.push(...left.map(({ fence }) => fence));
  await cut;
  sim.clearFaults();
  await held?.letGo();
}

/** People who look at pages, again and again, until they are told to stop. */
interface Load {
  /** How many of their requests went well. */
  answered(): number;
  failed(): readonly string[];
  stop(): Promise<void>;
}

function startLoad(caller: Caller): Load {
  const paths = ["/api/status", "/api/sessions", "/overview", "/api/live"];
  let answered = 0;
  let isOver = false;
  const failed: string[] = [];
  const look = async () => {
    while (!isOver) {
      const path = paths[Math.floor(next() * paths.length)] ?? "/";
      // A replica that dies in the middle of an answer cuts it off.
      const status = await caller.get(path).then(
        (answer) => answer.status,
        () => "cut off",
      );
      if (status === 200) answered++;
      else failed.push(`${path} ${status}`);
    }
  };
  const lookers = [look(), look(), look()];
  const load: Load = {
    answered: () => answered,
    failed: () => failed,
    async stop() {
      isOver = true;
      await Promise.all(lookers);
    },
  };
  loads.push(load);
  return load;
}
