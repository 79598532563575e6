import { type BrowserClocks, type ClockAnchor, DIVERGENCE_MS, tickingNow } from "@/lib/domain/ticking-clock";

export type Now = number | "checking";

export interface ClockSource {
  /** performance.now(): monotonic, but stops while a device sleeps. */
  readonly perfMs: () => number;
  /** Date.now(): only to notice that the other one stood still. */
  readonly wallMs: () => number;
}
export interface ServerClock {
  /** What the browser's clocks say as a question is sent: `anchor` wants it back with the answer. */
  ask(): BrowserClocks;
  /** A fresh answer: the database's time, and what `ask` told when the question was sent. */
  anchor(serverNowMs: number, asked: BrowserClocks): void;
  /** The device may have slept: "checking" until the next anchor. */
  doubt(): void;
  /** The last told time, unchanged between two ticks, so that React may compare it. */
  snapshot(): Now;
  /** Looks at the clocks; tells the listeners when the second changed or the clock fell into doubt. */
  tick(): void;
  subscribe(listener: () => void): () => void;
}

/**
 * The database's time in the browser (design law 1). Starts as "checking"; an answer that agrees with the running
 * clock within its own travel time does not move it, so that a countdown never jumps back and forth. An answer that the
 * device slept through on its way is as old as that sleep, and tells nothing.
 */
export function createServerClock(source: ClockSource): ServerClock {
  let anchor: ClockAnchor | null = null;
  let told: Now = "checking";
  const listeners = new Set<() => void>();

  const clocks = (): BrowserClocks => ({ perfMs: source.perfMs(), wallMs: source.wallMs() });
  const read = (): Now => {
    if (anchor === null) return "checking";
    const now = tickingNow(anchor, clocks());
    return now === "checking" ? now : now.nowMs;
  };
  const tell = (next: Now) => {
    if (isSameSecond(told, next)) return;
    told = next;
    for (const listener of listeners) listener();
  };

  return {
    ask: clocks,
    anchor(serverNowMs, asked) {
      const { perfMs, wallMs } = clocks();
      const travelMs = Math.max(0, perfMs - asked.perfMs);
      if (Math.abs(wallMs - asked.wallMs - travelMs) > DIVERGENCE_MS) return;
      const current = read();
      const seenMs = serverNowMs + travelMs / 2;
      if (current === "checking" || Math.abs(seenMs - current) > travelMs / 2 + 50) {
        anchor = { serverNowMs: seenMs, perfAtMs: perfMs, wallAtMs: wallMs };
      }
      tell(read());
    },
    doubt() {
      anchor = null;
      tell("checking");
    },
    snapshot: () => told,
    tick() {
      const next = read();
      if (next === "checking") anchor = null;
      tell(next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isSameSecond(a: Now, b: Now): boolean {
  if (a === "checking" || b === "checking") return a === b;
  return Math.floor(a / 1000) === Math.floor(b / 1000);
}
