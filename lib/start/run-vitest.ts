import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { runCommand, type CommandResult } from "./run-command";

/** What one step found. A step without tests of its own counts as one. */
export interface StepOutcome {
  passed: number;
  failed: number;
  /** Shown when something failed. */
  output: string;
  /** Shown in any case, a line each. */
  notes?: readonly string[];
}

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: { status: string; assertionResults: { status: string; fullName: string }[] }[];
  stats?: { expected?: number; unexpected?: number; flaky?: number };
}

const REPORTS = path.join(".data", "test");

/** Runs one project of vitest.config.ts to its end; the notes are the names of what it skipped. Never throws. */
export async function runVitest(
  project: string,
  signal: AbortSignal,
  env: Record<string, string> = {},
): Promise<StepOutcome> {
  const report = freshReport(`${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const vitest = path.join("node_modules", ".bin", "vitest");
  const result = await runCommand(vitest, ["run", "--project", project, ...reporters], {
    env: { NO_COLOR: "1", ...env },
    signal,
  });
  const { numPassedTests: passed = 0, numFailedTests = 0, testResults = [] } = readReport(report);
  // A file that does not load has no test that could fail.
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((each) => each.status !== "failed"),
  );
  const notes = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== "passed" && status !== "failed")
    .map(({ fullName }) => `skipped: ${fullName}`);
  return { ...counted(result, passed, numFailedTests + brokenFiles.length), notes };
}

/** A run that finds nothing, or that dies, fails without a failed test. */
export function counted({ status, output }: CommandResult, passed: number, failed: number): StepOutcome {
  const hasRun = passed + failed > 0;
  const isWhole = status === 0 ? hasRun : failed > 0;
  return { passed, failed: isWhole ? failed : failed + 1, output };
}

export function freshReport(name: string): string {
  mkdirSync(REPORTS, { recursive: true });
  const file = path.join(REPORTS, name);
  rmSync(file, { force: true });
  return file;
}

/** Empty where there is none, or half of one: who wrote it was ended. */
export function readReport(file: string): Report {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return {};
  }
}
