import type { Job } from "../workloads/workload-objects";

/** time.Duration holds nanoseconds in 63 bits; a longer deadline overflows and has passed at once. */
const LONGEST_SECONDS = 9_223_372_036;

/**
 * When a running Job has been active for too long, in epoch milliseconds; undefined where nothing bounds it. startTime
 * holds whole seconds, so the deadline can come up to a second early, as on a real cluster.
 */
export function deadlineOf({ spec, status }: Job): number | undefined {
  const seconds = spec.activeDeadlineSeconds;
  if (seconds === undefined || status.startTime === undefined) return undefined;
  return seconds > LONGEST_SECONDS ? 0 : Date.parse(status.startTime) + seconds * 1000;
}
