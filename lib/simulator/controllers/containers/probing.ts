import { podAddress } from "../../nodes";
import type { Container, Pod } from "../../objects";
import type { Life } from "./life";
import { nextTick, probeOf, type ProbeName } from "./probes";

export interface Probed {
  pod: Pod;
  container: Container;
  life: Life;
  nowMs: number;
}

/** The probes that are carried out now: until the startup probe has passed, it alone. */
function activeProbes({ hasStarted }: Life): ProbeName[] {
  return hasStarted ? ["liveness", "readiness"] : ["startup"];
}

/** When the next probe of a running container is due; undefined where it has none. */
export function nextProbeMs(pod: Pod, container: Container, life: Life): number | undefined {
  const ticks = activeProbes(life).flatMap((name) => tickOf(pod, container, life, name) ?? []);
  return ticks.length === 0 ? undefined : Math.min(...ticks);
}

/** What the probes that are due say: a container answers as soon as it is up. The same life where none is due. */
export function judge({ pod, container, life, nowMs }: Probed): { life: Life; failed: ProbeName[] } {
  const failed: ProbeName[] = [];
  let next = life;
  for (const name of activeProbes(life)) {
    const tickMs = tickOf(pod, container, life, name);
    if (tickMs === undefined || nowMs < tickMs) continue;
    const isUp = life.phase === "up" && life.asOfMs <= tickMs;
    if (!isUp) failed.push(name);
    const failures = isUp ? 0 : (next.failures[name] ?? 0) + 1;
    next = {
      ...next,
      lastTickMs: { ...next.lastTickMs, [name]: tickMs },
      failures: { ...next.failures, [name]: failures },
    };
    // The readiness probe is triggered at once, and liveness waits for its next tick.
    if (name === "startup" && isUp)
      next = {
        ...next,
        hasStarted: true,
        isReady: true,
        lastTickMs: { liveness: tickMs, readiness: tickMs },
      };
    if (name === "readiness" && isUp) next = { ...next, isReady: true };
    if (name === "readiness" && failures >= (probeOf(container, name)?.failureThreshold ?? 1))
      next = { ...next, isReady: false };
  }
  return { life: next, failed };
}

/** What a kubelet says of a failed HTTP probe of a program that does not listen yet. */
export function failureText(pod: Pod, container: Container, name: ProbeName): string {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)} probe failed`;
  const sent = container[`${name}Probe`] as
    { httpGet?: { path?: string; port?: number | string } } | undefined;
  if (!sent?.httpGet) return `${title}: command timed out`;
  const address = `${podAddress(pod.metadata.uid)}:${sent.httpGet.port ?? 8080}`;
  return `${title}: Get "http://${address}${sent.httpGet.path ?? "/"}": dial tcp ${address}: connect: connection refused`;
}

function tickOf(pod: Pod, container: Container, life: Life, name: ProbeName): number | undefined {
  const rule = probeOf(container, name);
  if (!rule) return undefined;
  const lastTickMs = life.lastTickMs[name] ?? life.startedMs;
  const podTakenMs = Date.parse(pod.status.startTime ?? "");
  return nextTick(rule, { podTakenMs, containerStartMs: life.startedMs, lastTickMs });
}
