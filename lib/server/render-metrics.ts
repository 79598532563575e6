import "server-only";
import { Gauge, Registry } from "prom-client";
import { newestSample } from "@/lib/db/capacity-history";
import { databaseNow } from "@/lib/db/database";
import { lastGoodPassAtMs, lastPass, readSnapshot, uncleanPassesInARow } from "@/lib/db/passes";
import { loadSeatRows } from "@/lib/db/session-reads";
import { sessionSpans } from "@/lib/db/session-spans";
import type { Context } from "@/lib/usecases/context";
import { histogramText } from "./histogram-text";
import { processMetrics } from "./metrics";
import { addPassGauges } from "./pass-gauges";

/** A count of seats older than this tells nothing of now. */
const SAMPLE_MS = 5 * 60_000;

/**
 * The text of /api/metrics: counters of this process, and what the database says now, which is the same whichever
 * replica is asked. Throws what the database throws.
 */
export async function renderMetrics(context: Context): Promise<string> {
  const [ofProcess, gauges, spans] = await Promise.all([
    processMetrics(),
    databaseGauges(context),
    sessionSpans(context.db.at),
  ]);
  return [
    ofProcess,
    gauges,
    await viewGauges(context),
    histogramText(
      "curfew_session_launch_seconds",
      "From a session's row to all of its machines running.",
      spans.launch,
    ),
    histogramText(
      "curfew_session_expiry_to_accepted_seconds",
      "From expiry to the accepted delete of all that a session had.",
      spans.expiryToAccepted,
    ),
    histogramText(
      "curfew_session_expiry_to_gone_seconds",
      "From expiry until the machines were seen to be gone.",
      spans.expiryToGone,
    ),
  ].join("\n");
}

/** How old what pages show of the cluster is. A pass does not go by it: it lists afresh. */
function viewGauges({ cluster }: Context): Promise<string> {
  const registry = new Registry();
  const age = new Gauge({
    name: "curfew_cluster_view_age_seconds",
    help: "Since the cluster last told the pages of this process of a kind.",
    labelNames: ["kind"],
    registers: [registry],
  });
  for (const [kind, ageMs] of Object.entries(cluster.view.ages()))
    age.set({ kind }, ageMs === null ? NaN : ageMs / 1000);
  return registry.metrics();
}

/** NaN is how Prometheus says "unmeasured": an alert must not take what never was for a fresh 0. */
async function databaseGauges({ db: { at }, config }: Context): Promise<string> {
  const nowMs = await databaseNow(at);
  const [goodMs, unclean, rows, sample, pass, snapshot] = await Promise.all([
    lastGoodPassAtMs(at),
    uncleanPassesInARow(at),
    loadSeatRows(at),
    newestSample(at),
    lastPass(at),
    readSnapshot(at),
  ]);
  const fresh = sample !== null && nowMs - sample.atMs <= SAMPLE_MS ? sample : null;
  const registry = new Registry();
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers: [registry] }).set(value);
  gauge(
    "curfew_last_good_pass_age_seconds",
    "Age of the last clean pass.",
    goodMs === null ? NaN : (nowMs - goodMs) / 1000,
  );
  gauge("curfew_unclean_passes", "Passes in a row that were not clean, up to now.", unclean);
  gauge("curfew_machines", "Machines that take a seat, as the last pass counted them.", fresh?.taken ?? NaN);
  gauge("curfew_machines_releasing", "Of these, machines that are being deleted.", fresh?.releasing ?? NaN);
  gauge("curfew_machines_cap", "The most machines that may run at once.", config.machineCap);
  addPassGauges(registry, pass, snapshot);
  const sessions = new Gauge({
    name: "curfew_sessions",
    help: "Sessions that are not over.",
    labelNames: ["state"],
    registers: [registry],
  });
  for (const state of ["provisioning", "running", "ending"] as const)
    sessions.set({ state }, rows.filter((row) => row.status === state).length);
  return registry.metrics();
}
