import { isNodeRuntime } from "./lib/server/env";

/** Next calls this once, before the server answers anything. */
export async function register(): Promise<void> {
  if (isNodeRuntime()) await (await import("./instrumentation-node")).start();
}
