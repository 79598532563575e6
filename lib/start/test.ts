import { installChromium } from "./chromium";
import { listenForStop } from "./stop-signals";
import { EXTRA, LANES, LAST, type TestStep } from "./test-steps";

const NAMES = [...LANES.flat(), ...LAST, ...EXTRA].map(({ name }) => name);
const totals = { passed: 0, failed: 0 };

process.exit(await main(process.argv.slice(2)));

/** Runs all steps, or those that are named; the last line is the sum. */
async function main(wanted: string[]): Promise<number> {
  const unknown = wanted.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) {
    console.error(`no such step: ${unknown.join(", ")}. There are: ${NAMES.join(", ")}`);
    return 2;
  }
  const { signal } = listenForStop();
  const chosen = (steps: readonly TestStep[]) =>
    steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const startMs = performance.now();
  // Fetching a browser waits for the network rather than for a core. The step itself tells when it fails.
  if (chosen(LAST).some(({ name }) => name === "e2e")) void installChromium(signal).catch(() => undefined);
  const isNamed = wanted.length > 0;
  await Promise.all(LANES.map((lane) => runLane(chosen(lane), signal, isNamed)));
  await runLane(chosen(LAST), signal, isNamed);
  if (isNamed) await runLane(chosen(EXTRA), signal, isNamed);
  if (signal.aborted) {
    console.log("interrupted");
    return 130;
  }
  console.log(`all steps: ${seconds(startMs)}`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed > 0 || totals.passed === 0 ? 1 : 0;
}

async function runLane(steps: readonly TestStep[], signal: AbortSignal, isNamed: boolean): Promise<void> {
  for (const step of steps) {
    if (signal.aborted) return;
    const startMs = performance.now();
    const { passed, failed, output, notes = [] } = await step.run(signal, isNamed);
    if (signal.aborted) return;
    totals.passed += passed;
    totals.failed += failed;
    const verdict = failed > 0 ? `FAILED (${failed} of ${passed + failed})` : `passed (${passed})`;
    console.log(`${step.name.padEnd(24)} ${verdict.padEnd(22)} ${seconds(startMs)}`);
    for (const note of notes) console.log(`  ${note}`);
    if (failed > 0) console.log(`${output.trimEnd()}\n`);
  }
}

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
