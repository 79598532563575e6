import "server-only";
import type { SpanCounts } from "@/lib/db/session-spans";

/** A histogram in Prometheus's text format 0.0.4, from counts per bucket in ms; said in seconds, its base unit. */
export function histogramText(name: string, help: string, spans: SpanCounts): string {
  let total = 0;
  const buckets = spans.counts.map((count, i) => {
    total += count;
    const bound = spans.boundsMs[i];
    return `${name}_bucket{le="${bound === undefined ? "+Inf" : bound / 1000}"} ${total}`;
  });
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} histogram`,
    ...buckets,
    `${name}_sum ${spans.sumMs / 1000}`,
    `${name}_count ${total}`,
    "",
  ].join("\n");
}
