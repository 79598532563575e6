import { setMaxListeners } from "node:events";
import { ClusterError } from "./cluster-error";

/** One call's own time: it ends when that is over or when the caller aborts, and says which of the two it was. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Milliseconds left, 0 when over. */
  leftMs(): number;
  /** Ends at once when the limit does, also where `work` does not listen to the signal. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Waits, or ends with the limit. */
  wait(ms: number): Promise<void>;
  /** Frees the timer and the listener; must be called. */
  stop(): void;
}

const MOST_LISTENERS = 10_000;

/** `outer` may be another limit's signal: the cause that it ended for (time or abort) is kept. */
export function startTimeLimit(limitMs: number, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  // Dozens of calls rightly listen to one signal; each takes its listener away again. Not 0 ("any number"): undici asks
  // for the maximum of the signal that it is given, and Node 20 throws where that is 0.
  setMaxListeners(MOST_LISTENERS, controller.signal, ...(outer ? [outer] : []));
  const endsAt = performance.now() + limitMs;
  const timer = setTimeout(() => controller.abort(timedOut(limitMs)), limitMs);
  const onOuterAbort = () =>
    controller.abort(outer?.reason instanceof ClusterError ? outer.reason : aborted());
  if (outer?.aborted) onOuterAbort();
  outer?.addEventListener("abort", onOuterAbort, { once: true });
  const race = <T>(work: Promise<T>): Promise<T> => raceWith(controller.signal, work);
  return {
    signal: controller.signal,
    leftMs: () => (controller.signal.aborted ? 0 : Math.max(0, endsAt - performance.now())),
    race,
    wait: async (ms) => {
      let waiting: NodeJS.Timeout | undefined;
      try {
        await race(new Promise<void>((resolve) => (waiting = setTimeout(resolve, ms))));
      } finally {
        clearTimeout(waiting);
      }
    },
    stop: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onOuterAbort);
    },
  };
}

function raceWith<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason as ClusterError);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function timedOut(limitMs: number): ClusterError {
  return new ClusterError("timeout", null, `No answer within ${limitMs} ms`);
}

function aborted(): ClusterError {
  return new ClusterError("aborted", null, "The call was aborted");
}
