import { setMaxListeners } from "node:events";
import path from "node:path";
import { isDatabaseDown } from "@/lib/db/database";
import { openContext } from "@/lib/server/context";
import { EnvProblem, readEnv } from "@/lib/server/env";
import type { Log } from "@/lib/usecases/context";
import { COMMANDS } from "./commands";
import { NPM_SCRIPT } from "./help";
import { runCommand, type CommandIo, type OpenedContext } from "./run-command";

const tell = (text: string) => void process.stderr.write(`${text}\n`);
/** In the image it is one file beside the server, and there is no npm script. */
const isInImage = path.basename(process.argv[1] ?? "") === "curfew.mjs";
const io: CommandIo = {
  program: isInImage ? "node curfew.mjs" : NPM_SCRIPT,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: tell,
  open,
};

/** Answers go to stdout; of the log only what went wrong is shown, beside them. */
const quietLog: Log = {
  info: () => undefined,
  warn: (fields, message) => tell(`warning: ${message} ${JSON.stringify(fields)}`),
  error: (fields, message) => tell(`error: ${message} ${JSON.stringify(fields)}`),
};

process.exitCode = await runCommand(COMMANDS, process.argv.slice(2), io);

async function open({ migrate }: { readonly migrate: boolean }): Promise<OpenedContext> {
  const stop = new AbortController();
  setMaxListeners(1000, stop.signal);
  const onSignal = () => stop.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  try {
    const { context, close } = await openContext(readEnv("command"), {
      log: quietLog,
      signal: stop.signal,
      migrate,
    });
    return { context, finish: close };
  } catch (error) {
    if (error instanceof EnvProblem) throw error;
    throw isDatabaseDown(error)
      ? new Error(
          isInImage
            ? "The database cannot be reached: check that it runs, and DATABASE_URL."
            : "The database cannot be reached: start it (npm run demo starts the one of the demo), or check DATABASE_URL.",
        )
      : error;
  }
}
