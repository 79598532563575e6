import type { ContainerEnd, ContendedContainer } from "./contention-world";

/** Where a container stands in CrashLoopBackOff. */
export interface BackOff {
  readonly isWaiting: boolean;
  /** Waiting: how long it waits. Running: what its next end would cost. null: not told. */
  readonly delayMs: number | null;
  /** Not before this; a kubelet comes 10 to 15 s later, at times 90. null: it runs, or is not told. */
  readonly nextTryAtMs: number | null;
  /** message: the kubelet's own words. restarts: reckoned, too high where the back-off began anew. */
  readonly source: "message" | "restarts" | null;
}

export const NOT_TOLD: BackOff = { isWaiting: false, delayMs: null, nextTryAtMs: null, source: null };

const FIRST_MS = 10_000;
const MOST_MS = 300_000;
/** A container that ran for longer begins anew. */
const FORGOTTEN_MS = 600_000;

/** The first restart comes at once, then after 10, 20, 40 ... 300 s, counted from the end (section F). */
export function backOffOf(container: ContendedContainer, end: ContainerEnd | null, nowMs: number): BackOff {
  const { state, restarts } = container;
  const isWaiting = state?.kind === "waiting" && state.reason === "CrashLoopBackOff";
  if (isWaiting) {
    const told = toldDelay(state.message);
    const delayMs = told ?? (restarts === null ? null : delayAfter(restarts));
    const finishedAtMs = end?.finishedAtMs ?? null;
    return {
      ...{
        isWaiting,
        delayMs,
        nextTryAtMs: delayMs === null || finishedAtMs === null ? null : finishedAtMs + delayMs,
      },
      source: told !== null ? "message" : delayMs === null ? null : "restarts",
    };
  }
  if (restarts === null || state?.kind !== "running") return NOT_TOLD;
  const isForgotten = state.startedAtMs !== null && nowMs - state.startedAtMs > FORGOTTEN_MS;
  const delayMs = isForgotten ? 0 : delayAfter(restarts);
  return { isWaiting, delayMs, nextTryAtMs: null, source: "restarts" };
}

function delayAfter(restarts: number): number {
  return restarts <= 0 ? 0 : Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(restarts - 1, 10));
}

/** "back-off 2m40s restarting failed container=app pod=…" */
function toldDelay(message: string | null): number | null {
  const read = /back-off (?:(\d+)m)?(?:(\d+)s)? restarting/.exec(message ?? "");
  return read ? (Number(read[1] ?? 0) * 60 + Number(read[2] ?? 0)) * 1000 : null;
}
