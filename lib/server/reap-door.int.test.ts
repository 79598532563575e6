import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { PassSummary } from "@/lib/domain/pass-summary";
import { freeLease, takeLease } from "@/lib/db/lease";
import { checkHealth } from "./health";
import { answerMetrics } from "./metrics-door";
import { isSameSecret } from "./reap-caller";
import { answerReap, statusOf } from "./reap-door";
import { METRICS_TOKEN, openDoors, ORIGIN, REAP_TOKEN, type Doors } from "./test-doors";

vi.mock("next/headers", async () => ({ headers: (await import("./test-doors")).requestHeaders }));

let doors: Doors;
beforeAll(async () => {
  doors = await openDoors();
});
afterAll(() => doors.close());
afterEach(() => doors.world.sim.clearFaults());

const post = (headers: Record<string, string> = {}, signal?: AbortSignal) =>
  answerReap(new Request(`${ORIGIN}/api/reap`, { method: "POST", headers, signal }));
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const passes = async (): Promise<number> => (await doors.world.sql("SELECT 1 FROM pass")).length;

describe("the reap door", () => {
  it.each([
    ["nothing", {}, 401],
    ["an empty token", { Authorization: "Bearer " }, 401],
    ["another scheme", { Authorization: `Basic ${REAP_TOKEN}` }, 401],
    ["the bare token", { Authorization: REAP_TOKEN }, 401],
    ["another token", bearer("not-the-token-at-all"), 403],
    ["the beginning of the token", bearer(REAP_TOKEN.slice(0, -1)), 403],
    ["more than the token", bearer(`${REAP_TOKEN}x`), 403],
  ])("does not open to %s", async (_what, headers, status) => {
    const before = await passes();
    expect((await post(headers)).status).toBe(status);
    expect(await passes()).toBe(before);
  });

  it("runs a pass and answers its summary, for CronJob and timer alike", async () => {
    const response = await post(bearer(REAP_TOKEN));
    expect(response.status).toBe(200);
    const summary = (await response.json()) as PassSummary;
    expect(summary).toMatchObject({
      outcome: "clean",
      trigger: "cronjob",
      failed: 0,
      held: null,
      failures: [],
    });
    expect(summary.number).toBeGreaterThan(0);
    const timed = await post({ ...bearer(REAP_TOKEN), "x-curfew-trigger": "timer" });
    expect(await timed.json()).toMatchObject({ trigger: "timer" });
  });

  it("answers 503 with the summary where nothing could be read, so that the Job alerts", async () => {
    doors.world.sim.fault({ match: { method: "GET", path: "[?&]limit=" }, act: { status: 500 } });
    const response = await post(bearer(REAP_TOKEN));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ outcome: "blind" });
  });

  it("answers 200 where one kind could not be read", async () => {
    doors.world.sim.fault({ match: { method: "GET", path: "/services[?]" }, act: { status: 500 } });
    const response = await post(bearer(REAP_TOKEN));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ outcome: "partial", world: { service: "unknown" } });
  });

  it("answers 200 and skipped while another pass runs", async () => {
    const lease = await takeLease(doors.world.db.at, { holder: "test", seconds: 30, trigger: "cli" });
    const response = await post(bearer(REAP_TOKEN));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ outcome: "skipped" });
    if (lease) await freeLease(doors.world.db.at, lease.fence);
  });

  it("does not stop for a caller who goes away", async () => {
    const caller = new AbortController();
    const answer = post(bearer(REAP_TOKEN), caller.signal);
    caller.abort();
    expect(await (await answer).json()).toMatchObject({ outcome: "clean" });
  });

  it("answers 200 for a wrong cluster, which is a person's to settle", async () => {
    const uid = doors.world.sim.setNamespaceUid("curfew-vms", "another-cluster");
    const response = await post(bearer(REAP_TOKEN));
    doors.world.sim.setNamespaceUid("curfew-vms", uid);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ held: "wrong-cluster" });
  });
});

describe("the status of a pass", () => {
  it.each([
    [{ outcome: "clean", held: null }, 200],
    [{ outcome: "partial", held: null }, 200],
    [{ outcome: "skipped", held: null }, 200],
    [{ outcome: "partial", held: "old-database" }, 200],
    [{ outcome: "blind", held: "wrong-cluster" }, 200],
    [{ outcome: "blind", held: null }, 503],
    [{ outcome: "failed", held: null }, 503],
    [{ outcome: "failed", held: "wrong-cluster" }, 503],
  ] as const)("%j is %i", (summary, status) => {
    expect(statusOf(summary)).toBe(status);
  });
});

describe("isSameSecret", () => {
  it("knows only the whole", () => {
    expect(isSameSecret("abc", "abc")).toBe(true);
    for (const other of ["", "ab", "abcd", "abC"]) expect(isSameSecret(other, "abc")).toBe(false);
  });
});

describe("the metrics", () => {
  it("are told to their own token, not to the reaper's, and say how old the last good pass is", async () => {
    const get = (headers: Record<string, string>) =>
      answerMetrics(new Request(`${ORIGIN}/api/metrics`, { headers }));
    expect((await get({ "X-Forwarded-For": "127.0.0.1" })).status).toBe(401);
    expect((await get(bearer("not-the-token-at-all"))).status).toBe(403);
    expect((await get(bearer(REAP_TOKEN))).status).toBe(403);
    await post(bearer(REAP_TOKEN));
    const text = await (await get(bearer(METRICS_TOKEN))).text();
    expect(text).toMatch(/curfew_passes_total\{outcome="clean"\} [1-9]/);
    expect(text).toMatch(/curfew_last_good_pass_age_seconds \d/);
    expect(text).toMatch(/curfew_sessions\{state="running"\} 0/);
  });
});

describe("the health", () => {
  it("tells database and cluster apart, and is asked at most every 5 s", async () => {
    doors.world.sim.fault({
      match: { method: "GET", path: "/namespaces/curfew-vms$" },
      act: { status: 500 },
    });
    const health = await checkHealth();
    expect(health.database.isOk).toBe(true);
    expect(health.cluster).toMatchObject({ isOk: false, error: "server-error" });
    doors.world.sim.clearFaults();
    expect(await checkHealth()).toBe(health);
  });
});
