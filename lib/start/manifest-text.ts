import { type CommandResult, runCommand } from "./run-command";

export const valuesFile = (set: string): string => `deploy/value-sets/${set}.yaml`;

/** What deploy/manifests has for a set of values, as Helm renders it; with a status other than 0, what went wrong. */
export async function manifestText(helm: string, set: string, signal?: AbortSignal): Promise<CommandResult> {
  const args = ["template", "curfew", "deploy/chart", "--namespace", "curfew", "--values", valuesFile(set)];
  const { status, output } = await runCommand(helm, args, { signal });
  if (status !== 0) return { status, output };
  const heading = `# Rendered from deploy/chart with ${valuesFile(set)} by npm run deploy:render. Do not edit.\n`;
  return { status, output: heading + output };
}
