import { readFileSync } from "node:fs";
import { VALUE_SETS } from "@/deploy/render-chart";
import { findTool, type Tool } from "./helm";
import { manifestText, valuesFile } from "./manifest-text";
import { playOperations } from "./play-operations";
import { runCommand } from "./run-command";
import type { StepOutcome } from "./run-vitest";

/** Values that the schema must refuse, and the word by which the refusal tells which. */
const REFUSED: readonly (readonly [setting: string, told: string])[] = [
  ["replica=3", "replica"],
  ["replicas=0", "replicas"],
  ["image.digest=latest", "digest"],
  ["reaper.signIn=nobody", "signIn"],
  ["networkPolicy.dns.port=70000", "port"],
  ["networkPolicy.clients[0].podSelector.matchLabel.app=x", "matchLabel"],
  ["oidc.issuer=https://id.example.org", "clientId"],
  ["tracing.ratio=2", "ratio"],
];

/**
 * Helm's own word on the chart: it lints with each set of values, deploy/manifests are to the letter what it renders,
 * it refuses what values.schema.json does not know, and installs, upgrades, rolls back and goes as docs/operations.md
 * says. Each check counts as a test.
 */
export async function checkChart(signal: AbortSignal): Promise<StepOutcome> {
  const helm = await foundOrTold("helm", signal);
  if (helm instanceof Error) return { passed: 0, failed: 1, output: helm.message };
  if (helm === null)
    return { passed: 0, failed: 0, output: "", notes: ["skipped: no Helm on the PATH, and none to fetch"] };
  const checks = [
    ...VALUE_SETS.map((set) => () => lint(helm, set, signal)),
    ...VALUE_SETS.map((set) => () => compare(helm, set, signal)),
    ...REFUSED.map(
      ([setting, told]) =>
        () =>
          refuse(helm, setting, told, signal),
    ),
  ];
  const problems: string[] = [];
  for (const check of checks) {
    const problem = await check();
    if (problem !== null) problems.push(problem);
  }
  const kubectl = await foundOrTold("kubectl", signal);
  const isPlayed = typeof kubectl === "string";
  const played = isPlayed ? await playOperations({ helm, kubectl }, signal) : { problems: [], played: 0 };
  const failed = [...problems, ...played.problems];
  return {
    passed: checks.length + played.played - failed.length,
    failed: failed.length,
    output: failed.join("\n"),
    notes: isPlayed ? [] : ["not played on a cluster: no kubectl on the PATH, and none to fetch"],
  };
}

function foundOrTold(tool: Tool, signal: AbortSignal): Promise<string | null | Error> {
  return findTool(tool, signal).catch((error: unknown) => error as Error);
}

async function lint(helm: string, set: string, signal: AbortSignal): Promise<string | null> {
  const args = ["lint", "deploy/chart", "--strict", "--values", valuesFile(set)];
  const { status, output } = await runCommand(helm, args, { signal });
  return status === 0 ? null : `helm lint with ${set}: ${output}`;
}

async function compare(helm: string, set: string, signal: AbortSignal): Promise<string | null> {
  const rendered = await manifestText(helm, set, signal);
  if (rendered.status !== 0) return `helm template with ${set}: ${rendered.output}`;
  return rendered.output === readFileSync(`deploy/manifests/${set}.yaml`, "utf8")
    ? null
    : `deploy/manifests/${set}.yaml is not what Helm renders: run npm run deploy:render`;
}

async function refuse(
  helm: string,
  setting: string,
  told: string,
  signal: AbortSignal,
): Promise<string | null> {
  const args = ["template", "deploy/chart", "--values", valuesFile("production"), "--set", setting];
  const { status, output } = await runCommand(helm, args, { signal });
  if (status === 0) return `helm takes ${setting}, which values.schema.json should refuse`;
  return output.includes(told) ? null : `helm refuses ${setting} without naming it: ${output}`;
}
