// What playwright.config.ts runs: the whole product on fresh data, with a cluster that does in seconds what a real
// one does in minutes. It is up when the port in CURFEW_E2E_PORT answers.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { clearStack } from "./clear-stack";
import { lockDemo } from "./demo-lock";
import { E2E_FOLDER, E2E_VALUES_FILE, type E2eValues } from "./e2e-values";
import { startStack, type StackValues } from "./stack";
import { listenForStop } from "./stop-signals";

process.exit(await main());

async function main(): Promise<number> {
  mkdirSync(E2E_FOLDER, { recursive: true });
  const lock = lockDemo(E2E_FOLDER);
  if ("heldBy" in lock) {
    console.error(`end-to-end tests run already (process ${lock.heldBy})`);
    return 1;
  }
  const interrupted = listenForStop();
  try {
    await clearStack(E2E_FOLDER);
    const stack = await startStack({
      folder: E2E_FOLDER,
      port: Number(process.env.CURFEW_E2E_PORT),
      hasFsync: false,
      hasSessions: false,
      simulatorArgs: ["--speed", "20"],
      env: { CURFEW_REAP_EVERY_SECONDS: "3600", CURFEW_MACHINE_CAP: "8", LOG_LEVEL: "warn" },
      beforeApp: writeValues,
      step: (_title, work) => work(),
      signal: interrupted.signal,
    });
    const problem = await Promise.race([stack.broken, interrupted.happened]);
    if (problem) console.error(problem);
    await stack.stop();
    return problem ? 1 : 0;
  } catch (error) {
    if (!interrupted.signal.aborted) console.error(error);
    return interrupted.signal.aborted ? 0 : 1;
  } finally {
    lock.release();
  }
}

function writeValues(values: StackValues): void {
  const all: E2eValues = { ...values, envFile: path.resolve(E2E_FOLDER, "env") };
  writeFileSync(E2E_VALUES_FILE, JSON.stringify(all, null, 2), { mode: 0o600 });
}
