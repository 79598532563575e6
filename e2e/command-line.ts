import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseEnv, promisify } from "node:util";

const run = promisify(execFile);

/** Starts a session as an operator does, on the database and the cluster that `envFile` names. Tells its id. */
export async function startByCommandLine(envFile: string, lab: string, email: string): Promise<string> {
  const env = { ...process.env, ...parseEnv(readFileSync(envFile, "utf8")) };
  const args = ["lib/start/bootstrap.mjs", "cli", "start", "--lab", lab, "--student", email, "--json"];
  const { stdout } = await run(process.execPath, args, { env });
  return (JSON.parse(stdout) as { id: string }).id;
}
