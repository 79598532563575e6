import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { answerMetrics } from "@/lib/server/metrics-door";
import { answerReap } from "@/lib/server/reap-door";
import { METRICS_TOKEN, openDoors, ORIGIN, REAP_TOKEN, type Doors } from "@/lib/server/test-doors";
import { startSession } from "@/lib/usecases/start-session";
import { doesHold, type Sample, samplesOf } from "./evaluate-rule";
import { objectsOf } from "./render-chart";

vi.mock("next/headers", async () => ({ headers: (await import("@/lib/server/test-doors")).requestHeaders }));

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}
const [ruleObject] = objectsOf(readFileSync("deploy/monitoring/prometheus-rule.yaml", "utf8"));
const rules = (ruleObject?.spec as Rules).groups.flatMap((group) => group.rules);
const seen = new Set<string>();

let doors: Doors;
beforeAll(async () => {
  doors = await openDoors({ CURFEW_MACHINE_CAP: "1" });
});
afterAll(() => doors.close());

const ask = (path: string, method: string, token: string) =>
  new Request(`${ORIGIN}${path}`, { method, headers: { Authorization: `Bearer ${token}` } });
const reap = () => answerReap(ask("/api/reap", "POST", REAP_TOKEN));
async function scrape(): Promise<Sample[]> {
  const answer = await answerMetrics(ask("/api/metrics", "GET", METRICS_TOKEN));
  expect(answer.status).toBe(200);
  return samplesOf(await answer.text());
}
function firing(now: readonly Sample[], before = now): string[] {
  const alerts = rules.filter(({ expr }) => doesHold(expr, { before, now })).map(({ alert }) => alert);
  for (const alert of alerts) seen.add(alert);
  return alerts;
}
const sql = (text: string, ...values: unknown[]) => doors.world.sql(text, values);

describe("alerts, by what /api/metrics really answers", () => {
  it("fire where nothing answers, and before the first clean pass", async () => {
    expect(firing([])).toEqual(["CurfewNotMeasured"]);
    expect(firing(await scrape())).toEqual(["CurfewReaperSilent"]);
  });

  it("are silent after a clean pass, and fire once it is over three minutes old", async () => {
    await reap();
    expect(firing(await scrape())).toEqual([]);
    await sql("UPDATE pass SET finished_at = finished_at - interval '181 s'");
    expect(firing(await scrape())).toEqual(["CurfewReaperSilent"]);
    await sql("UPDATE pass SET finished_at = finished_at + interval '181 s'");
  });

  it.each([
    ["CurfewBrakeHeld", { brake: [{ direction: "ghost", found: 6, allowed: 3 }] }],
    ["CurfewReapingHeld", { held: "old-database" }],
    ["CurfewReapingHeld", { held: "wrong-cluster" }],
    ["CurfewReapingHeld", { held: "stopped" }],
    ["CurfewSessionsUnguarded", { unguarded: 2 }],
  ])("%s fires by what the last pass wrote down: %j", async (alert, part) => {
    const [row] = await doors.world.sql<{ summary: object }>("SELECT summary FROM pass LIMIT 1");
    await sql("UPDATE pass SET summary = summary || $1", part);
    expect(firing(await scrape())).toEqual([alert]);
    await sql("UPDATE pass SET summary = $1", row?.summary);
  });

  it("fire for a machine that will not go", async () => {
    const terminating = [{ name: "lab-a-1", isStuck: true }];
    await sql("UPDATE reaper_snapshot SET snapshot = snapshot || $1", { terminating });
    expect(firing(await scrape())).toEqual(["CurfewMachineStuck"]);
    await sql("UPDATE reaper_snapshot SET snapshot = snapshot || $1", { terminating: [] });
  });

  it("fire for a kind that cannot be read", async () => {
    doors.world.sim.fault({ match: { method: "GET", path: "/services[?]" }, act: { status: 500 } });
    await reap();
    doors.world.sim.clearFaults();
    expect(firing(await scrape())).toEqual(["CurfewClusterUnreadable"]);
  });

  it("fire where all seats are taken, and where what has expired cannot be deleted", async () => {
    const { world } = doors;
    const { student, lab, courseId } = world;
    const whom = { labId: lab.id, studentId: student.id, courseId };
    expect((await startSession(world.context, student, whom)).ok).toBe(true);
    await world.settled();
    await reap();
    const before = await scrape();
    expect(firing(before)).toEqual(["CurfewCapFull"]);
    await sql("UPDATE lab_session SET expires_at = clock_timestamp() - interval '7 s'");
    world.sim.fault({ match: { method: "DELETE" }, act: { status: 500 } });
    await reap();
    world.sim.clearFaults();
    expect(firing(await scrape(), before)).toEqual(["CurfewItemsFail", "CurfewCapFull"]);
  });

  it("have all been seen to fire", () => {
    expect([...seen].toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });
});

it("a rule that cannot be tried here is refused", () => {
  expect(() => doesHold("rate(curfew_passes_total[5m]) > 1", { before: [], now: [] })).toThrow("PromQL");
});
