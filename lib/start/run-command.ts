import { spawn } from "node:child_process";

export interface CommandResult {
  /** null when it could not be started or was ended by a signal. */
  status: number | null;
  /** stdout and stderr, in the order in which they came. */
  output: string;
}

export interface CommandOptions {
  env?: Record<string, string>;
  /** Ends it with SIGTERM. */
  signal?: AbortSignal;
}

/** Runs a program to its end and collects what it says. Never throws. */
export function runCommand(
  program: string,
  args: string[],
  { env = {}, signal }: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      signal,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", (error) => {
      output += error.message;
      if (child.pid === undefined) resolve({ status: null, output });
    });
    child.once("close", (status) => resolve({ status, output }));
  });
}
