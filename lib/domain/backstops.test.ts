import { describe, expect, it } from "vitest";
import { janitorExpiryTime, janitorTtlTime, kyvernoTime } from "./backstop-marks";
import {
  backstopsOf,
  endsByItselfMs,
  type BackstopLayer,
  type Cleaners,
  type GuardedMachine,
  type GuardJob,
  type Guards,
} from "./backstops";
import { judgeBackstops } from "./doctor-backstops";
import { jobName } from "./names";
import { MIN, NOW, NS, session } from "./testing/samples";

const row = session();
const [{ name } = { name: "" }] = row.machines;
const JOB: GuardJob = {
  ...{ namespace: NS, name: jobName(row.id), uid: "job", startTimeMs: NOW - 30 * MIN },
  ...{ activeDeadlineSeconds: 195 * 60, isSuspended: false, isFinishing: false },
};
const VM: GuardedMachine = {
  ...{ kind: "vm", namespace: NS, name, createdAtMs: NOW - 30 * MIN, ownerUids: ["job"] },
  ...{ kyvernoTtl: null, janitorTtl: null, janitorExpires: null },
  ...{ startTimeMs: null, activeDeadlineSeconds: null },
};
const POD: GuardedMachine = {
  ...VM,
  kind: "pod",
  startTimeMs: NOW - 29 * MIN,
  activeDeadlineSeconds: 195 * 60,
};
const NOBODY: Cleaners = { kyverno: "absent", janitor: "absent", janitorRules: null };
const RULES = {
  ...{ isDryRun: false, includeResources: null, excludeResources: [], includeNamespaces: null },
  excludeNamespaces: ["kube-system"],
};
const JANITOR: Cleaners = { kyverno: "absent", janitor: "runs", janitorRules: RULES };
const KYVERNO: Cleaners = { ...NOBODY, kyverno: "runs" };
const UNREAD = { state: "unknown", failure: { resource: "x", error: "timeout", status: null } } as const;
const seen = (job: GuardJob | null, machine: GuardedMachine | null): Guards => ({
  job: { state: "known", items: job ? [job] : [] },
  machine: { state: "known", items: machine ? [machine] : [] },
});

function layer(wanted: BackstopLayer, guards: Guards, cleaners = NOBODY, nowMs = NOW) {
  const [machine] = backstopsOf(row, guards, cleaners, nowMs);
  const found = machine?.layers.find((each) => each.layer === wanted);
  return [found?.code, found?.atMs];
}

describe("the deadline Job", () => {
  it.each<[string, Partial<GuardJob> | null, number, string, number | null]>([
    ["runs", {}, NOW, "job-armed", NOW + 165 * MIN],
    ["is late by a minute", {}, NOW + 166 * MIN, "job-armed", NOW + 165 * MIN],
    ["is later", {}, NOW + 166 * MIN + 1, "job-overdue", NOW + 165 * MIN],
    ["has not started", { startTimeMs: null }, NOW, "job-waiting", null],
    ["is suspended", { isSuspended: true }, NOW, "job-suspended", null],
    ["has no deadline", { activeDeadlineSeconds: null }, NOW, "job-endless", null],
    ["has failed", { isFinishing: true }, NOW, "job-finishing", null],
    ["is another", { uid: "other" }, NOW, "job-not-owner", null],
    ["is not there", null, NOW, "job-missing", null],
    ["is of another namespace", { namespace: "x" }, NOW, "job-missing", null],
  ])("that %s", (_what, change, nowMs, code, atMs) => {
    const job = change === null ? null : { ...JOB, ...change };
    expect(layer("job", seen(job, VM), NOBODY, nowMs)).toEqual([code, atMs]);
  });
  it("is unmeasured where it could not be read", () => {
    expect(layer("job", { ...seen(JOB, VM), job: UNREAD })).toEqual(["job-unmeasured", null]);
  });
});

describe("the pod's own deadline", () => {
  it.each<[string, Partial<GuardedMachine>, number, string, number | null]>([
    ["of a VM", VM, NOW, "pod-impossible", null],
    ["of a lab pod", {}, NOW, "pod-armed", NOW + 166 * MIN],
    ["that nothing comes of", {}, NOW + 168 * MIN, "pod-overdue", NOW + 166 * MIN],
    ["of one that has not started", { startTimeMs: null }, NOW, "pod-waiting", null],
    ["of one without", { activeDeadlineSeconds: null }, NOW, "pod-endless", null],
  ])("%s", (_what, change, nowMs, code, atMs) => {
    expect(layer("pod", seen(JOB, { ...POD, ...change }), NOBODY, nowMs)).toEqual([code, atMs]);
  });
});

describe("controllers of others", () => {
  const marked = (change: Partial<GuardedMachine>) => seen(JOB, { ...VM, ...change });
  it.each<[string, Cleaners["kyverno"], string | null, string, number | null]>([
    ["runs, and the machine bears its label", "runs", "3h", "kyverno-armed", NOW + 150 * MIN],
    ["should have acted", "runs", "10m", "kyverno-overdue", NOW - 20 * MIN],
    ["runs, and the machine bears none", "runs", null, "kyverno-unmarked", null],
    ["cannot read days", "runs", "1d", "kyverno-unreadable", null],
    ["does not run", "stopped", "3h", "kyverno-stopped", null],
    ["is not installed", "absent", "3h", "kyverno-absent", null],
    ["could not be read", null, "3h", "kyverno-unmeasured", null],
  ])("Kyverno %s", (_what, kyverno, kyvernoTtl, code, atMs) => {
    expect(layer("kyverno", marked({ kyvernoTtl }), { ...KYVERNO, kyverno })).toEqual([code, atMs]);
  });
  it.each<[string, Partial<Cleaners>, Partial<GuardedMachine>, string, number | null]>([
    ["goes by janitor/ttl", {}, { janitorTtl: "1h" }, "janitor-armed", NOW + 30 * MIN],
    [
      "goes by the earlier",
      {},
      { janitorTtl: "2d", janitorExpires: "2026-12-01T11:00" },
      "janitor-armed",
      NOW + 60 * MIN,
    ],
    ["should have acted", {}, { janitorTtl: "5m" }, "janitor-overdue", NOW - 25 * MIN],
    ["finds no mark", {}, {}, "janitor-unmarked", null],
    ["is told forever", {}, { janitorTtl: "forever" }, "janitor-never", null],
    ["cannot read it", {}, { janitorTtl: "soon" }, "janitor-unreadable", null],
    [
      "tries only",
      { janitorRules: { ...RULES, isDryRun: true } },
      { janitorTtl: "1h" },
      "janitor-dry-run",
      null,
    ],
    [
      "looks at pods",
      { janitorRules: { ...RULES, includeResources: ["pods"] } },
      { janitorTtl: "1h" },
      "janitor-elsewhere",
      null,
    ],
    [
      "passes us by",
      { janitorRules: { ...RULES, excludeNamespaces: [NS] } },
      { janitorTtl: "1h" },
      "janitor-elsewhere",
      null,
    ],
    ["is stopped", { janitor: "stopped" }, { janitorTtl: "1h" }, "janitor-stopped", null],
    ["is not installed", { janitor: "absent" }, { janitorTtl: "1h" }, "janitor-absent", null],
    ["could not be read", { janitor: null }, { janitorTtl: "1h" }, "janitor-unmeasured", null],
  ])("kube-janitor %s", (_what, cleaners, change, code, atMs) => {
    expect(layer("janitor", marked(change), { ...JANITOR, ...cleaners })).toEqual([code, atMs]);
  });
  it("read their marks by their own rules", () => {
    const at = Date.parse("2026-08-22T15:30:00Z");
    expect([kyvernoTime("1h30m", 0), kyvernoTime("2026-08-22T153000Z", 0), kyvernoTime("never", 0)]).toEqual([
      90 * MIN,
      at,
      null,
    ]);
    expect([kyvernoTime("2026-08-22", 0), janitorExpiryTime("2026-08-22")]).toEqual([
      Date.parse("2026-08-22T00:00:00Z"),
      Date.parse("2026-08-22T00:00:00Z"),
    ]);
    expect(
      ["2026-08-22T15:30:00Z", "2026-08-22T15:30", "2026-08-22T15:30:00"].map(janitorExpiryTime),
    ).toEqual([at, at, null]);
    expect(["2w", "1y", "-1h"].map((value) => janitorTtlTime(value, 0))).toEqual([
      14 * 86_400_000,
      null,
      null,
    ]);
  });
});

describe("a machine", () => {
  it("ends by the first of what is armed, and by nothing that is broken", () => {
    const ends = (guards: Guards, cleaners = NOBODY) =>
      backstopsOf(row, guards, cleaners, NOW).map(endsByItselfMs);
    expect(ends(seen(JOB, { ...VM, kyvernoTtl: "1h" }), KYVERNO)).toEqual([NOW + 30 * MIN]);
    expect(ends(seen({ ...JOB, isSuspended: true }, VM))).toEqual([null]);
  });
  it("that is not there, or was not seen, has no layers", () => {
    expect(backstopsOf(row, seen(JOB, null), NOBODY, NOW)).toEqual([{ name, isThere: false, layers: [] }]);
    const unseen = backstopsOf(row, { ...seen(JOB, null), machine: UNREAD }, NOBODY, NOW);
    expect(unseen).toEqual([{ name, isThere: null, layers: [] }]);
  });
});

describe("the doctor", () => {
  const judged = (guards: Guards, cleaners = NOBODY, kind: "vm" | "pod" = "vm") =>
    judgeBackstops([{ id: row.id, kind, machines: backstopsOf(row, guards, cleaners, NOW) }], cleaners).map(
      ({ code, params }) => [code, params.count],
    );
  it("counts what is armed, layer by layer", () => {
    expect(judged(seen(JOB, { ...POD, kyvernoTtl: "1h" }), KYVERNO, "pod")).toEqual([
      ["deadline-jobs-armed", 1],
      ["pod-deadlines-armed", 1],
      ["kyverno-runs", 1],
      ["janitor-absent", undefined],
    ]);
  });
  it("names sessions that nothing would end", () => {
    const lines = judged(seen(null, { ...POD, activeDeadlineSeconds: null }), JANITOR, "pod");
    expect(lines.slice(0, 2)).toEqual([
      ["deadline-jobs-broken", 1],
      ["pod-deadlines-broken", 1],
    ]);
  });
  it("says unmeasured where a list is missing, and nothing is broken where nothing lives", () => {
    expect(judged({ job: UNREAD, machine: UNREAD }, NOBODY, "pod").slice(0, 2)).toEqual([
      ["deadline-jobs-unmeasured", undefined],
      ["pod-deadlines-unmeasured", undefined],
    ]);
    expect(judgeBackstops([], NOBODY)[0]).toMatchObject({
      code: "deadline-jobs-armed",
      params: { count: 0 },
    });
  });
});
