import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseEnv, promisify } from "node:util";

const run = promisify(execFile);

/** Starts a session as an operator does, on the database and the cluster that `envFile` names. Tells its id. */
export async function startByCommandLine(envFile: string, lab: string, email: string): Promise<string> {
  const { id } = await curfew<{ id: string }>(envFile, "start", "--lab", lab, "--student", email);
  return id;
}

/** Adds somebody with an account of their own, which a test may do to as it likes. Tells the password. */
export async function addByCommandLine(envFile: string, email: string, name: string): Promise<string> {
  const { password } = await curfew<{ password: string }>(envFile, "people", "add", email, "--name", name);
  return password;
}

async function curfew<T>(envFile: string, ...words: string[]): Promise<T> {
  const env = { ...process.env, ...parseEnv(readFileSync(envFile, "utf8")) };
  const { stdout } = await run(process.execPath, ["lib/start/bootstrap.mjs", "cli", ...words, "--json"], {
    env,
  });
  return JSON.parse(stdout) as T;
}
