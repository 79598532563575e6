import { readFileSync } from "node:fs";
import { VALUE_SETS } from "@/deploy/render-chart";
import { findHelm } from "./helm";
import { manifestText, valuesFile } from "./manifest-text";
import { runCommand } from "./run-command";
import type { StepOutcome } from "./run-vitest";

/** Values that the schema must refuse, and the word by which the refusal tells which. */
const REFUSED: readonly (readonly [setting: string, told: string])[] = [
  ["replica=3", "replica"],
  ["replicas=0", "replicas"],
  ["image.digest=latest", "digest"],
  ["reaper.signIn=nobody", "signIn"],
  ["networkPolicy.dns.port=70000", "port"],
  ["oidc.issuer=https://id.example.org", "clientId"],
  ["tracing.ratio=2", "ratio"],
];

/**
 * Helm's own word on the chart: it lints with each set of values, deploy/manifests are to the letter what it renders,
 * and it refuses what values.schema.json does not know. Each check counts as a test.
 */
export async function checkChart(signal: AbortSignal): Promise<StepOutcome> {
  const helm = await findHelm(signal).catch((error: unknown) => error as Error);
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
  return { passed: checks.length - problems.length, failed: problems.length, output: problems.join("\n") };
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
