import { milli } from "../case-facts";
import type { ContendedPod } from "../contention-world";

/** Cores. Metrics of agents that start with a JVM were seen missing below about 50m (issue 5). */
const LEAST_FOR_AGENTS = 0.05;

export interface StarvedAgents {
  readonly containers: number;
  /** Of those that ask for any; 0: none does. */
  readonly leastMilli: number;
  /** How many of them ask for no CPU at all, whose weight is the least there is. */
  readonly withoutRequest: number;
}

/** Containers that ask for less than 50m, or for none, and run a JVM, by their environment: agents that start with it starve. */
export function starvedAgents(pods: readonly ContendedPod[]): StarvedAgents | null {
  const low = pods
    .flatMap(({ containers }) => containers)
    .filter(({ requestCpu, env }) => (requestCpu ?? 0) < LEAST_FOR_AGENTS && Object.keys(env).length > 0);
  if (low.length === 0) return null;
  const asked = low.flatMap(({ requestCpu }) => (requestCpu ? [milli(requestCpu)] : []));
  return {
    containers: low.length,
    leastMilli: asked.length > 0 ? Math.min(...asked) : 0,
    withoutRequest: low.length - asked.length,
  };
}
