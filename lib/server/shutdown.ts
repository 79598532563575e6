import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
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
 * How long a connection without a request may wait for one after SIGTERM: what was sent before the sender heard of it
 * arrives within that.
 */
export const LINGER_MS = 500;

/**
 * From SIGTERM on no connection outlives its answer, and half a second later none is left that waits for none. Next
 * listens no more by then and waits for every connection: Node itself closes those that were used and are idle, but
 * not one that has sent nothing yet, nor one whose last answer ends after SIGTERM.
 */
export function closeConnectionsWhenLeaving(): void {
  processWide("close-connections", () => {
    const { leaving } = shutdownSignals();
    const underWay = new Map<Socket, number>();
    const watch = (socket: Socket): void => {
      if (underWay.has(socket)) return;
      underWay.set(socket, 0);
      socket.once("close", () => underWay.delete(socket));
    };
    const closeIdle = (): void => {
      for (const [socket, requests] of underWay) if (requests === 0) socket.destroySoon();
    };
    subscribe("net.server.socket", (message) => watch((message as { socket: Socket }).socket));
    subscribe("http.server.request.start", (message) => {
      const { socket, response } = message as { socket: Socket; response: ServerResponse };
      watch(socket);
      underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
      if (leaving.aborted) response.setHeader("Connection", "close");
      response.once("close", () => {
        const left = (underWay.get(socket) ?? 1) - 1;
        if (underWay.has(socket)) underWay.set(socket, left);
        if (leaving.aborted && left === 0) socket.destroySoon();
      });
    });
    leaving.addEventListener("abort", () => setTimeout(closeIdle, LINGER_MS).unref(), { once: true });
    return true;
  });
}
