import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startSession } from "@/lib/usecases/start-session";
import { appContext } from "./app-context";
import { LOCAL_CALLER } from "./client-address";
import { histogramText } from "./histogram-text";
import { answerMetrics } from "./metrics-door";
import { answerReap } from "./reap-door";
import { METRICS_TOKEN, openDoors, ORIGIN, REAP_TOKEN, type Doors } from "./test-doors";

vi.mock("next/headers", async () => ({ headers: (await import("./test-doors")).requestHeaders }));

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const ask = (headers: Record<string, string>) =>
  answerMetrics(new Request(`${ORIGIN}/api/metrics`, { headers }));
const read = async () => (await ask(bearer(METRICS_TOKEN))).text();
const reap = () =>
  answerReap(new Request(`${ORIGIN}/api/reap`, { method: "POST", headers: bearer(REAP_TOKEN) }));

let doors: Doors;
beforeAll(async () => {
  doors = await openDoors();
});
afterAll(() => doors.close());

describe("/api/metrics", () => {
  it("opens to its own token or to this host, and not to the reaper's token, which does more", async () => {
    const statusFor = async (headers: Record<string, string>) => (await ask(headers)).status;
    expect(await statusFor({})).toBe(401);
    expect(await statusFor(bearer(METRICS_TOKEN))).toBe(200);
    expect(await statusFor(bearer(REAP_TOKEN))).toBe(403);
    expect(await statusFor({ [LOCAL_CALLER]: "1" })).toBe(200);
    expect(await statusFor({ [LOCAL_CALLER]: "1", ...bearer("wrong-token-of-the-tests") })).toBe(403);
    expect(await statusFor({ "X-Forwarded-For": "127.0.0.1", "x-curfew-client": "127.0.0.1" })).toBe(401);
    const asReaper = { method: "POST", headers: bearer(METRICS_TOKEN) };
    expect((await answerReap(new Request(`${ORIGIN}/api/reap`, asReaper))).status).toBe(403);
  });

  it("has no age and no machines before the first pass, rather than 0", async () => {
    const text = await read();
    expect(text).toMatch(/^curfew_last_good_pass_age_seconds Nan$/im);
    expect(text).toMatch(/^curfew_machines Nan$/im);
  });

  it("tells passes by duration and outcome, and what they did by direction and result", async () => {
    const { world } = doors;
    const { student, lab, courseId } = world;
    const started = await startSession(world.context, student, {
      labId: lab.id,
      studentId: student.id,
      courseId,
    });
    if (!started.ok) throw new Error(started.error.code);
    await world.settled();
    await world.sql("UPDATE lab_session SET expires_at = clock_timestamp() - interval '7 s'");
    await reap();
    const text = await read();
    expect(text).toMatch(/^curfew_passes_total\{outcome="clean"\} 1$/m);
    expect(text).toMatch(/^curfew_pass_duration_seconds_count 1$/m);
    expect(text).toMatch(/^curfew_pass_items_total\{direction="expired",result="done"\} 1$/m);
    expect(text).toMatch(/^curfew_session_expiry_to_accepted_seconds_count 1$/m);
    expect(text).toMatch(/^curfew_session_expiry_to_accepted_seconds_bucket\{le="5"\} 0$/m);
    expect(text).toMatch(/^curfew_machines_cap 8$/m);
    expect(text).toMatch(/^curfew_machines \d$/m);
  });

  it("counts passes in a row that were not clean, and calls that failed", async () => {
    doors.world.sim.fault({ match: { method: "GET", path: "/services[?]" }, act: { status: 500 } });
    await reap();
    await reap();
    doors.world.sim.clearFaults();
    const text = await read();
    expect(text).toMatch(/^curfew_unclean_passes 2$/m);
    expect(text).toMatch(/^curfew_cluster_request_errors_total\{verb="get",code="server-error"\} [2-9]/m);
    await reap();
    expect(await read()).toMatch(/^curfew_unclean_passes 0$/m);
  });

  it("tells how old what pages show is, by kind, and nothing where nobody looks", async () => {
    expect(await read()).toMatch(/^curfew_cluster_view_age_seconds\{kind="vm"\} Nan$/im);
    const [{ ageMs }, text] = [await (await appContext()).cluster.view.machines(4000), await read()];
    expect(ageMs).not.toBeNull();
    expect(text).toMatch(/^curfew_cluster_view_age_seconds\{kind="vm"\} [\d.]+$/m);
    expect(text).toMatch(/^curfew_cluster_view_age_seconds\{kind="lease"\} Nan$/im);
  });

  it("counts answers by route and status", async () => {
    await answerReap(new Request(`${ORIGIN}/api/reap`, { method: "POST" }));
    expect(await read()).toMatch(
      /^curfew_http_requests_total\{method="POST",route="\/api\/reap",status="401"\} 1$/m,
    );
  });

  it("has what docs/metrics.md says, and nothing else", async () => {
    const text = await read();
    const told = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
    const page = await readFile("docs/metrics.md", "utf8");
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (\w+)/gm)].map(([, name, type]) => `${name} ${type}`);
    expect(rows.length).toBeGreaterThan(10);
    expect(told.toSorted()).toEqual(rows.toSorted());
    for (const [, name = "", labels = ""] of page.matchAll(/^\| `(\w+)`[^|]*\|[^|]*\|[^|]*\|([^|]*)\|/gm)) {
      const sample = new RegExp(`^${name}(?:_count)?(?:\\{(.*)\\})? `, "m").exec(text);
      const names = [...(sample?.[1] ?? "").matchAll(/(\w+)=/g)].map(([, label]) => label);
      expect([name, names.join()]).toEqual([name, [...labels.matchAll(/\w+/g)].join()]);
    }
  });
});

it("says a histogram in seconds, each bucket with those before it", () => {
  const text = histogramText("x_seconds", "Help.", {
    boundsMs: [1000, 5000],
    counts: [1, 0, 2],
    sumMs: 9500,
  });
  expect(text.split("\n").slice(2)).toEqual([
    'x_seconds_bucket{le="1"} 1',
    'x_seconds_bucket{le="5"} 1',
    'x_seconds_bucket{le="+Inf"} 3',
    "x_seconds_sum 9.5",
    "x_seconds_count 3",
    "",
  ]);
});
