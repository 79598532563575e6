import { itemFailure } from "@/lib/cluster/classify-failure";
import { startTimeLimit } from "@/lib/cluster/time-limit";
import type { PassSummary, PassTrigger } from "@/lib/domain/pass-summary";
import { addAudit } from "@/lib/db/audit";
import { ChangeGroup } from "@/lib/db/change-group";
import { databaseNow, isDatabaseDown } from "@/lib/db/database";
import { freeLease, LeaseLost, takeLease } from "@/lib/db/lease";
import { recordPass } from "@/lib/db/passes";
import { prune } from "@/lib/db/prune";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { ReapItem } from "@/lib/domain/reap-types";
import type { ItemFailure } from "@/lib/domain/session";
import type { Context } from "./context";
import { keepHistory, keepSnapshot, noteSightings } from "./reap-bookkeeping";
import { identify } from "./reap-identify";
import { reapItem } from "./reap-item";
import { judge, readView } from "./reap-look";
import type { ItemOutcome, Pass } from "./reap-pass";
import { runAll } from "./reap-schedule";
import { emptySummary, summarize, type Report } from "./reap-summary";
import { LAW_TIMES, type PassTimes } from "./reap-times";

/**
 * One pass of the reaper (design section 3): CronJob, "Reap now", command line and timer call it with another trigger.
 * Answers `skipped` at once while another pass holds the lease, and `failed` where it threw, lost its lease or the
 * database; it throws only for an actor who may not run a pass. It ends by its own times, whoever goes away meanwhile;
 * only `context.leaving` stops it sooner, and frees the lease.
 */
export async function runReapPass(
  context: Context,
  actor: Actor,
  options: { readonly trigger: PassTrigger; readonly times?: Partial<PassTimes> },
): Promise<PassSummary> {
  if (!may(actor, "pass.run")) throw new Error("this actor may not run a pass");
  const times = { ...LAW_TIMES, ...options.times };
  const stop = new AbortController();
  const limit = startTimeLimit(times.abortAtMs, anyOf(stop.signal, context.leaving));
  const beganMs = performance.now();
  const run: Run = {
    ...{ context, actor, times, trigger: options.trigger },
    ...{ signal: limit.signal, abort: () => stop.abort(), elapsedMs: () => performance.now() - beganMs },
  };
  try {
    return await passOrSkip(run);
  } finally {
    limit.stop();
  }
}

type Run = Omit<Pass, "fence" | "changes" | "id" | "number" | "startedAtMs">;
type Told = ReturnType<typeof summarize>;

async function passOrSkip(run: Run): Promise<PassSummary> {
  const { context, trigger, elapsedMs } = run;
  const tell = (startedAtMs: number, told: Told): PassSummary => ({
    ...{ passId: null, number: null, trigger, startedAtMs, durationMs: Math.round(elapsedMs()), ...told },
  });
  try {
    const startedAtMs = await databaseNow(context.db.at);
    const pass = await start(run, startedAtMs);
    return pass === null ? tell(startedAtMs, emptySummary("skipped")) : await underLease(pass);
  } catch (error) {
    // Before there is a lease nothing is lost but the database, and with it its clock.
    return tell(Date.now(), failedSummary(run, error));
  }
}

async function start(run: Run, startedAtMs: number): Promise<Pass | null> {
  const { context, actor, times, trigger } = run;
  const { at } = context.db;
  const lease = await takeLease(at, { holder: actor.name, seconds: times.leaseSeconds, trigger });
  if (lease === null) return null;
  const { fence, passId: id, passNumber: number } = lease;
  const changes = new ChangeGroup(at, (error) =>
    context.log.warn({ pass: number, error }, "rows could not be changed together, and are one by one"),
  );
  return { ...run, fence, changes, id, number, startedAtMs };
}

/** Whatever happens, the pass is recorded as far as it can be, and its lease is free again. */
async function underLease(pass: Pass): Promise<PassSummary> {
  const { at } = pass.context.db;
  const { requestCount } = pass.context.cluster;
  const record = async (told: Told): Promise<PassSummary> => {
    const { id: passId, number, trigger, startedAtMs } = pass;
    const durationMs = Math.round(pass.elapsedMs());
    const summary = { passId, number, trigger, startedAtMs, durationMs, ...told };
    await recordPass(at, pass.fence, {
      ...summary,
      requests: pass.context.cluster.requestCount - requestCount,
    });
    return summary;
  };
  try {
    const told = await toldOf(pass);
    return await record(told).catch((error: unknown) => {
      const broken = told.outcome === "failed" ? told : brokenSummary(pass, told, error);
      return record(broken).catch(() => ({ ...emptySummaryOf(pass), ...broken }));
    });
  } finally {
    await freeLease(at, pass.fence).catch(() => false);
  }
}

async function toldOf(pass: Pass): Promise<Told> {
  try {
    const { report, fatal } = await carryOut(pass);
    const told = summarize(report);
    return fatal === null ? told : brokenSummary(pass, told, fatal);
  } catch (error) {
    return failedSummary(pass, error);
  }
}

function emptySummaryOf({ id: passId, number, trigger, startedAtMs, elapsedMs }: Pass) {
  return { passId, number, trigger, startedAtMs, durationMs: Math.round(elapsedMs()) };
}

/** `fatal`: what broke the pass in the middle of its items, of which `report` tells those that it had done. */
async function carryOut(pass: Pass): Promise<{ readonly report: Report; readonly fatal: unknown }> {
  const { context, signal } = pass;
  await auditPerson(pass);
  const [identity, view] = await Promise.all([identify(pass), readView(context, signal)]);
  const look = await judge(context, view, identity.hold);
  const failures = [...identity.failures];
  const aside = async (resource: string, work: () => Promise<unknown>) =>
    void failures.push(...(await unlessItFails(pass, resource, work)));

  await aside("sightings", () => noteSightings(pass, look));
  const { results, deferred, fatal } = await reapAll(pass, look.plan.items);
  const report = { ...look, results, deferred, failures };
  if (fatal !== null) return { report, fatal };
  await aside("snapshot", () => keepSnapshot(pass, look, identity));
  await aside("history", () => keepHistory(pass, look));
  await aside("prune", () => prune(context.db.at, pass.fence));
  return { report, fatal };
}

async function reapAll(pass: Pass, items: readonly ReapItem[]) {
  const results: { item: ReapItem; outcome: ItemOutcome }[] = [];
  let fatal: unknown = null;
  const mayStart = () => fatal === null && !pass.signal.aborted && pass.elapsedMs() < pass.times.startUntilMs;
  const reap = async (item: ReapItem, leaveSlot: () => void) => {
    try {
      results.push({ item, outcome: await reapItem(pass, item, leaveSlot) });
    } catch (error) {
      fatal = error;
      pass.abort();
    }
  };
  const deferred = await runAll(items, reap, mayStart);
  return { results, deferred, fatal };
}

/** Bookkeeping that fails is told and keeps nothing from being reclaimed; a lost lease ends the pass. */
async function unlessItFails(
  pass: Pass,
  resource: string,
  work: () => Promise<unknown>,
): Promise<ItemFailure[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    pass.context.log.error({ pass: pass.number, resource, error }, "the pass could not write something down");
    return [{ resource, error: isDatabaseDown(error) ? "unavailable" : "unexpected", status: null }];
  }
}

/** A pass that a person asked for is theirs in the audit; the minute's are told by their own records. */
async function auditPerson({ context, actor, id, number, trigger }: Pass): Promise<void> {
  if (trigger !== "person" && trigger !== "cli") return;
  const params = { number, trigger };
  await addAudit(context.db.at, { actor, action: "pass.run", subjectType: "pass", subjectId: id, params });
}

function failedSummary({ context }: Pick<Pass, "context">, error: unknown): Told {
  const failure = passFailure(error);
  context.log.error({ ...failure, error }, "the pass failed");
  return { ...emptySummary("failed"), failures: [{ direction: "pass", session: null, ...failure }] };
}

/** A pass that broke tells what it had done by then: it was done all the same. */
function brokenSummary(pass: Pass, told: Told, error: unknown): Told {
  const broken = failedSummary(pass, error);
  const failures = [...broken.failures, ...told.failures];
  return { ...told, outcome: "failed", failed: told.failed + 1, failures };
}

function passFailure(error: unknown): ItemFailure {
  if (error instanceof LeaseLost) return { resource: "lease", error: "lease-lost", status: null };
  if (isDatabaseDown(error)) return { resource: "database", error: "unavailable", status: null };
  return itemFailure("pass", error);
}

function anyOf(own: AbortSignal, outer: AbortSignal | undefined): AbortSignal {
  return outer === undefined ? own : AbortSignal.any([own, outer]);
}
