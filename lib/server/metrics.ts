import "server-only";
import { Counter, Gauge, Registry } from "prom-client";
import type { PassSummary } from "@/lib/contracts/reaper";
import { databaseNow } from "@/lib/db/database";
import { lastGoodPassAtMs } from "@/lib/db/passes";
import { expiryDistributions, loadSeatRows } from "@/lib/db/session-reads";
import { isLive } from "@/lib/domain/states";
import type { Context } from "@/lib/usecases/context";
import { processWide } from "./process-wide";

/** Counts a pass that this process ran. */
export function countPass({
  outcome,
  failed,
  durationMs,
}: Pick<PassSummary, "outcome" | "failed" | "durationMs">): void {
  const { passes, failures, lastDuration } = metrics();
  passes.inc({ outcome });
  failures.inc(failed);
  if (outcome !== "skipped") lastDuration.set(durationMs / 1000);
}

/** The text of /api/metrics: counters of this process, and what the database says now. Throws what the database throws. */
export async function renderMetrics({ db }: Context): Promise<string> {
  const { registry, lastGoodAge, live, release } = metrics();
  const nowMs = await databaseNow(db.at);
  const [lastGoodMs, rows, times] = await Promise.all([
    lastGoodPassAtMs(db.at),
    loadSeatRows(db.at),
    expiryDistributions(db.at, nowMs - DAY_MS),
  ]);
  // NaN is how Prometheus says "unmeasured": an alert on the age must not take a pass that never was for a fresh one.
  lastGoodAge.set(lastGoodMs === null ? NaN : (nowMs - lastGoodMs) / 1000);
  live.set(rows.filter(isLive).length);
  for (const [step, { p50Ms, p95Ms, maxMs }] of Object.entries(times))
    for (const [quantile, ms] of [
      ["0.5", p50Ms],
      ["0.95", p95Ms],
      ["1", maxMs],
    ] as const)
      release.set({ step, quantile }, ms === null ? NaN : ms / 1000);
  return registry.metrics();
}

const DAY_MS = 86_400_000;

const metrics = () =>
  processWide("metrics", () => {
    const registry = new Registry();
    const registers = [registry];
    return {
      registry,
      passes: new Counter({
        name: "curfew_passes_total",
        help: "Passes run by this process.",
        labelNames: ["outcome"],
        registers,
      }),
      failures: new Counter({
        name: "curfew_pass_item_failures_total",
        help: "Items that failed in them.",
        registers,
      }),
      lastDuration: new Gauge({
        name: "curfew_last_pass_duration_seconds",
        help: "Duration of the last one.",
        registers,
      }),
      lastGoodAge: new Gauge({
        name: "curfew_last_good_pass_age_seconds",
        help: "Age of the last clean pass.",
        registers,
      }),
      live: new Gauge({ name: "curfew_live_sessions", help: "Sessions provisioning or running.", registers }),
      release: new Gauge({
        name: "curfew_release_seconds",
        help: "From expiry to the accepted delete, and from there to gone, over a day.",
        labelNames: ["step", "quantile"],
        registers,
      }),
    };
  });
