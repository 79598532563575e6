import { parseArgs } from "node:util";
import { SCENARIOS } from "@/lib/simulator/scenarios";

const NAMES = Object.keys(SCENARIOS);

export const USAGE = `usage: npm run demo [-- [--fresh] [--scenario NAME]]
  --fresh          throw the demo's data away and start anew
  --scenario NAME  put the cluster into a trouble (--fresh takes it back):
${NAMES.map((name) => `                   ${name.padEnd(17)} ${SCENARIOS[name]?.about ?? ""}`).join("\n")}`;

export interface DemoArguments {
  readonly isFresh: boolean;
  readonly scenario: string | undefined;
}

/** Or what is wrong with them, which is better told before the app is built than after it. */
export function readDemoArguments(args: string[]): DemoArguments | { readonly problem: string } {
  try {
    const options = { fresh: { type: "boolean" }, scenario: { type: "string" } } as const;
    const { fresh = false, scenario } = parseArgs({ args, options }).values;
    if (scenario === undefined || NAMES.includes(scenario)) return { isFresh: fresh, scenario };
    return { problem: `There is no scenario "${scenario}".` };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
