import path from "node:path";
import { auditPackages } from "./audit-step";
import { buildApp, NEXT } from "./build-app";
import { installChromium } from "./chromium";
import { type ChosenCluster, testCluster, testForeignCluster } from "./cluster-step";
import { checkChart } from "./helm-step";
import { runCommand, type CommandResult } from "./run-command";
import { counted, freshReport, readReport, runVitest, type StepOutcome } from "./run-vitest";

export interface TestStep {
  name: string;
  /** `isNamed`: somebody asked for this very step. */
  run(signal: AbortSignal, isNamed: boolean): Promise<StepOutcome>;
}

const bin = (name: string) => path.join("node_modules", ".bin", name);
const tool = (name: string, program: string, ...args: string[]): TestStep => ({
  name,
  run: async (signal) => asOne(await runCommand(program, args, { signal })),
});

/** One after the other in a lane, lanes side by side: two cores, and what belongs together stays in one lane. */
export const LANES: readonly (readonly TestStep[])[] = [
  [
    tool("format", bin("prettier"), "--check", "--log-level", "warn", "."),
    tool("lint and import walls", bin("eslint"), ".", "--max-warnings", "0"),
    tool("knip", bin("knip")),
    tool("drift", process.execPath, "--import", "tsx", "lib/start/check-drift.ts"),
    { name: "replay", run: replay },
    { name: "helm", run: checkChart },
  ],
  [
    { name: "types", run: checkTypes },
    { name: "unit", run: (signal) => runVitest("unit", signal) },
    { name: "build", run: build },
  ],
];

/** These want the machine to themselves. */
export const LAST: readonly TestStep[] = [
  {
    name: "cluster",
    run: (signal, isNamed) => testCluster(signal, isNamed ? ownCluster(process.env) : {}),
  },
  { name: "integration", run: (signal) => runVitest("integration", signal) },
  { name: "replicas", run: (signal) => runVitest("replicas", signal) },
  { name: "e2e", run: runPlaywright },
];

/** Only when named: the `cluster` step as a stranger sees the simulator, and what depends on the day. */
export const EXTRA: readonly TestStep[] = [
  { name: "foreign", run: testForeignCluster },
  { name: "audit", run: auditPackages },
];

/** The namespaces' name is chosen by those who may not make just any. */
function ownCluster({ KUBECONFIG, CURFEW_TEST_NAMESPACE }: NodeJS.ProcessEnv): ChosenCluster {
  return { kubeconfig: KUBECONFIG, namespace: CURFEW_TEST_NAMESPACE };
}

function asOne({ status, output }: CommandResult): StepOutcome {
  return status === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
}

async function checkTypes(signal: AbortSignal): Promise<StepOutcome> {
  // next typegen writes the types of routes and of style sheets, which are not in the repository.
  const generated = await runCommand(process.execPath, [NEXT, "typegen"], { signal });
  if (generated.status !== 0) return asOne(generated);
  return asOne(await runCommand(bin("tsc"), ["--noEmit"], { signal }));
}

async function build(signal: AbortSignal): Promise<StepOutcome> {
  try {
    return { passed: 1, failed: 0, output: (await buildApp(signal)) ? "built" : "unchanged" };
  } catch (error) {
    return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) };
  }
}

/** Each recorded answer counts as a test. */
async function replay(signal: AbortSignal): Promise<StepOutcome> {
  const args = ["--import", "tsx", "lib/simulator/replay/main.ts"];
  const result = await runCommand(process.execPath, args, { signal });
  const [, matching = 0, differing = 0] =
    /^(\d+) matching, (\d+) differing, \d+ excused$/m.exec(result.output) ?? [];
  return counted(result, Number(matching), Number(differing));
}

async function runPlaywright(signal: AbortSignal): Promise<StepOutcome> {
  try {
    await installChromium(signal);
  } catch (error) {
    return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) };
  }
  const report = freshReport("e2e.json");
  const result = await runCommand(bin("playwright"), ["test", "--reporter=list,json"], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(report), NO_COLOR: "1", FORCE_COLOR: "0" },
    signal,
  });
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(report).stats ?? {};
  return counted(result, expected, unexpected + flaky);
}
