import type { Command } from "./command";

/** How a shell in a checkout calls it. */
export const NPM_SCRIPT = "npm run -s curfew --";

/** `program` is how the shell that asks calls this. */
export function generalHelp(commands: readonly Command[], program: string): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    `Usage: ${program} COMMAND [options]`,
    "",
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    "",
    "Every command takes --json (one JSON value on stdout) and --help.",
    "It works on the database that DATABASE_URL names, and the cluster that KUBECONFIG names or that it runs in.",
    "Exit status: 0 done, 1 refused (the reason is on stderr), 2 the call was not understood.",
  ].join("\n");
}

export function commandHelp(command: Command, program: string): string {
  const usage = `Usage: ${program} ${command.name} ${command.usage}`.trimEnd();
  return [usage, `  ${command.summary}`, ...command.details.map((line) => `  ${line}`)].join("\n");
}
