import { milli } from "../case-facts";
import type { ContendedPod } from "../contention-world";

const LEAST_FOR_AGENTS = 0.05;

/** Containers that ask for less than 50m and run a JVM, by their environment: agents that start with it starve. */
export function starvedAgents(
  pods: readonly ContendedPod[],
): { containers: number; leastMilli: number } | null {
  const low = pods
    .flatMap(({ containers }) => containers)
    .flatMap(({ requestCpu, env }) =>
      requestCpu !== null && requestCpu < LEAST_FOR_AGENTS && Object.keys(env).length > 0
        ? [milli(requestCpu)]
        : [],
    );
  return low.length > 0 ? { containers: low.length, leastMilli: Math.min(...low) } : null;
}
