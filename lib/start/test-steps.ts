import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { buildApp, NEXT } from "./build-app";
import { installChromium } from "./chromium";
import { runCommand, type CommandResult } from "./run-command";

/** What one step found. A step without tests of its own counts as one. */
export interface StepOutcome {
  passed: number;
  failed: number;
  /** Shown when something failed. */
  output: string;
}

export interface TestStep {
  name: string;
  run(signal: AbortSignal): Promise<StepOutcome>;
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
  ],
  [
    { name: "types", run: checkTypes },
    { name: "unit", run: (signal) => runVitest("unit", signal) },
    { name: "build", run: build },
  ],
];

/** These want the machine to themselves. */
export const LAST: readonly TestStep[] = [
  { name: "integration", run: (signal) => runVitest("integration", signal) },
  { name: "e2e", run: runPlaywright },
];

const REPORTS = path.join(".data", "test");

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

async function runVitest(project: string, signal: AbortSignal): Promise<StepOutcome> {
  const report = freshReport(`${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const result = await runCommand(bin("vitest"), ["run", "--project", project, ...reporters], {
    env: { NO_COLOR: "1" },
    signal,
  });
  const { numPassedTests: passed = 0, numFailedTests = 0, testResults = [] } = readReport(report);
  // A file that does not load has no test that could fail.
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((each) => each.status !== "failed"),
  );
  return counted(result, passed, numFailedTests + brokenFiles.length);
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

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: { status: string; assertionResults: { status: string }[] }[];
  stats?: { expected?: number; unexpected?: number; flaky?: number };
}

/** A run that finds nothing, or that dies, fails without a failed test. */
function counted({ status, output }: CommandResult, passed: number, failed: number): StepOutcome {
  const hasRun = passed + failed > 0;
  const isWhole = status === 0 ? hasRun : failed > 0;
  return { passed, failed: isWhole ? failed : failed + 1, output };
}

function freshReport(name: string): string {
  mkdirSync(REPORTS, { recursive: true });
  const file = path.join(REPORTS, name);
  rmSync(file, { force: true });
  return file;
}

function readReport(file: string): Report {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : {};
}
