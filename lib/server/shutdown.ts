import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import { processWide } from "./process-wide";

/** A launch takes 90 s at most (design, law 4). The pod's terminationGracePeriodSeconds is longer. */
export const FINISH_MS = 92_000;

export interface ShutdownSignals {
  /**
   * Aborts at SIGTERM or SIGINT. A pass stops and frees its lease (design, law 11); an answer, a launch or an End that is
   * under way is finished: Next waits for it, then ends the process.
   */
  readonly leaving: AbortSignal;
  /** Aborts 92 s later: what runs even then is broken off. */
  readonly signal: AbortSignal;
}

export function shutdownSignals(): ShutdownSignals {
  return processWide("shutdown", () => {
    const leaving = new AbortController();
    const late = new AbortController();
    const stop = (): void => {
      leaving.abort();
      setTimeout(() => late.abort(), FINISH_MS).unref();
    };
    process.once("SIGTERM", stop);
    process.once("SIGINT", stop);
    return { leaving: leaving.signal, signal: late.signal };
  });
}

/**
 * From SIGTERM on no connection outlives its answer. Next listens no more by then, and would wait for each kept
 * connection as long as a proxy likes to keep it.
 */
export function closeConnectionsWhenLeaving(): void {
  processWide("close-connections", () => {
    const { leaving } = shutdownSignals();
    subscribe("http.server.request.start", (message) => {
      const { response } = message as { response: ServerResponse };
      if (leaving.aborted) response.setHeader("Connection", "close");
    });
    subscribe("http.server.response.finish", (message) => {
      const { server } = message as { server: Server };
      if (leaving.aborted) setImmediate(() => server.closeIdleConnections());
    });
    return true;
  });
}
