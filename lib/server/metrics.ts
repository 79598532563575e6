import "server-only";
import { Counter, Histogram, Registry } from "prom-client";
import type { FailedCall } from "@/lib/cluster/api-request";
import type { PassSummary } from "@/lib/domain/pass-summary";
import { processWide } from "./process-wide";

/** Counts a pass that this process ran; null: one that told nothing of itself. */
export function countPass(summary: Pick<PassSummary, "outcome" | "directions" | "durationMs"> | null): void {
  const { passes, items, duration } = instruments();
  passes.inc({ outcome: summary?.outcome ?? "failed" });
  if (summary === null || summary.outcome === "skipped") return;
  duration.observe(summary.durationMs / 1000);
  for (const [direction, tally] of Object.entries(summary.directions))
    for (const result of ITEM_RESULTS) items.inc({ direction, result }, tally[result]);
}
const ITEM_RESULTS = ["done", "failed", "skipped", "deferred"] as const;

export function countClusterFailure({ verb, code }: FailedCall): void {
  instruments().clusterErrors.inc({ verb, code });
}

/**
 * Counts an answer, and how long it took since `startedMs` of `performance.now()`. `route` is one of ours, never what a
 * caller made up: each value is a series that stays.
 */
export function countRequest(
  { method, route, status }: { readonly method: string; readonly route: string; readonly status: number },
  startedMs: number,
): void {
  const { requests, requestDuration } = instruments();
  requests.inc({ method, route, status });
  requestDuration.observe({ method, route }, (performance.now() - startedMs) / 1000);
}

/** The response, counted. */
export async function counted(
  route: string,
  { method }: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  const startedMs = performance.now();
  const response = await answer();
  countRequest({ method, route, status: response.status }, startedMs);
  return response;
}

/** What this process counted since it started, as text. */
export const processMetrics = (): Promise<string> => instruments().registry.metrics();

const instruments = () =>
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
      duration: new Histogram({
        name: "curfew_pass_duration_seconds",
        help: "Duration of the passes of this process that were not skipped.",
        buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 39, 55],
        registers,
      }),
      items: new Counter({
        name: "curfew_pass_items_total",
        help: "Items of the passes of this process.",
        labelNames: ["direction", "result"],
        registers,
      }),
      clusterErrors: new Counter({
        name: "curfew_cluster_request_errors_total",
        help: "Calls to the Kubernetes API that failed in the end.",
        labelNames: ["verb", "code"],
        registers,
      }),
      requests: new Counter({
        name: "curfew_http_requests_total",
        help: "Answers of this process's routes and actions.",
        labelNames: ["method", "route", "status"],
        registers,
      }),
      requestDuration: new Histogram({
        name: "curfew_http_request_duration_seconds",
        help: "Duration of the answers of this process's routes and actions.",
        labelNames: ["method", "route"],
        // A page wants its answer within half a second; a pass, which is one too, ends after 39 s.
        buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 40],
        registers,
      }),
    };
  });
