import path from "node:path";
import { clearStack } from "./clear-stack";
import { readDemoArguments, USAGE } from "./demo-arguments";
import { lockDemo } from "./demo-lock";
import { freePort } from "./free-port";
import { endLeftService } from "./service";
import { playScenario } from "./play-scenario";
import { startStack, type Stack } from "./stack";
import { listenForStop } from "./stop-signals";

const FOLDER = path.join(process.env.DATA_DIR || ".data", "demo");
/** Settings that a person may try out in the demo. */
const PASSED_ON =
  /^(CURFEW_(SESSION_|DEADLINE_|LAUNCH_|MACHINE_|IMAGE_|ACCESS_|REAP_EVERY_)[A-Z_]+|LOG_LEVEL)$/;

process.exit(await main(process.argv.slice(2)));

async function main(args: string[]): Promise<number> {
  const wanted = readDemoArguments(args);
  if ("problem" in wanted) {
    console.error(`${wanted.problem}\n${USAGE}`);
    return 2;
  }
  const lock = lockDemo(FOLDER);
  if ("heldBy" in lock) {
    console.error(`A demo is running already${lock.url ? ` at ${lock.url}` : ""} (process ${lock.heldBy}).`);
    return 1;
  }
  const interrupted = listenForStop();
  try {
    if (wanted.isFresh) {
      await clearStack(FOLDER);
      console.log("The demo's data is thrown away.");
    }
    const stack = await start(interrupted.signal);
    if (wanted.scenario !== undefined) console.log(await playScenario(stack, wanted.scenario));
    lock.announce(stack.url);
    printGuide(stack);
    const problem = await Promise.race([stack.broken, interrupted.happened]);
    console.log(problem ?? "\nStopping ...");
    await stack.stop();
    console.log(`Stopped. The data stays in ${FOLDER}.`);
    return problem ? 1 : 0;
  } catch (error) {
    if (interrupted.signal.aborted) return 0;
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    lock.release();
  }
}

async function start(signal: AbortSignal): Promise<Stack> {
  // The app of a run that was killed would hold its port.
  await endLeftService(FOLDER, "app");
  const wanted = Number(process.env.PORT || 3000);
  const port = await freePort(...Array.from({ length: 50 }, (_, offset) => wanted + offset));
  if (port !== wanted) console.log(`Port ${wanted} is taken: the web app will be on ${port}.`);
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => PASSED_ON.test(entry[0])),
  );
  return startStack({ folder: FOLDER, port, hasFsync: true, hasSessions: true, env, step: sayStep, signal });
}

async function sayStep<T>(title: string, work: () => Promise<T>): Promise<T> {
  process.stdout.write(`${title} ... `);
  const startMs = performance.now();
  const result = await work();
  console.log(`done (${((performance.now() - startMs) / 1000).toFixed(1)} s)`);
  return result;
}

function printGuide({ url, people }: Stack): void {
  const width = Math.max(...people.map(({ email }) => email.length));
  const signIns = people.map(
    ({ role, email, password }) => `  ${role.padEnd(10)}  ${email.padEnd(width)}  ${password}`,
  );
  console.log(`
Curfew is up: ${url}

${signIns.join("\n")}

The command line works beside it, in another terminal: npm run -s curfew -- sessions
Ctrl-C stops everything. The data stays in ${FOLDER}; npm run demo -- --fresh starts anew.
`);
}
