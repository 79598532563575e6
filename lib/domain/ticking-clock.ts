/** What was read the moment a server's answer came in: its clock and both of the browser's. Milliseconds. */
export interface ClockAnchor {
  readonly serverNowMs: number;
  /** performance.now(), which stands still while a device sleeps. */
  readonly perfAtMs: number;
  /** Date.now(), which may be hours off: only its differences are used. */
  readonly wallAtMs: number;
}
export interface BrowserClocks {
  readonly perfMs: number;
  readonly wallMs: number;
}

/** How far the browser's two clocks may move apart before neither is believed (design law 1). */
export const DIVERGENCE_MS = 2000;

/**
 * The server's clock, ticked on by performance.now(); or "checking" once wall clock and performance.now() moved apart
 * by more than 2 s, until a fresh anchor is in.
 */
export function tickingNow(
  anchor: ClockAnchor,
  clocks: BrowserClocks,
): { readonly nowMs: number } | "checking" {
  const perfElapsedMs = clocks.perfMs - anchor.perfAtMs;
  const wallElapsedMs = clocks.wallMs - anchor.wallAtMs;
  if (Math.abs(wallElapsedMs - perfElapsedMs) > DIVERGENCE_MS) return "checking";
  return { nowMs: anchor.serverNowMs + perfElapsedMs };
}
