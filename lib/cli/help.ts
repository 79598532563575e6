import type { Command } from "./command";

export function generalHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    "Usage: npm run -s curfew -- COMMAND [options]",
    "",
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    "",
    "Every command takes --json (one JSON value on stdout) and --help.",
    "It works on the database that DATABASE_URL names and the cluster that KUBECONFIG names.",
    "Exit status: 0 done, 1 refused (the reason is on stderr), 2 the call was not understood.",
  ].join("\n");
}

export function commandHelp(command: Command): string {
  const usage = `Usage: npm run -s curfew -- ${command.name} ${command.usage}`.trimEnd();
  return [usage, `  ${command.summary}`, ...command.details.map((line) => `  ${line}`)].join("\n");
}
