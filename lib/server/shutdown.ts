import "server-only";
import { processWide } from "./process-wide";

/** Aborts at SIGTERM or SIGINT: a running pass stops and frees its lease. Next itself then ends the process. */
export function shutdownSignal(): AbortSignal {
  return processWide("shutdown", () => {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    process.once("SIGTERM", stop);
    process.once("SIGINT", stop);
    return controller;
  }).signal;
}
