import { readFileSync } from "node:fs";
import path from "node:path";
import type { StackValues } from "./stack";

/**
 * What the end-to-end tests need to know of the stack that runs for them. Faults, clock and machines of the simulated
 * cluster are set through its /simulator/ paths.
 */
export interface E2eValues extends StackValues {
  /** Path of the environment file for the command line. */
  envFile: string;
}

export const E2E_FOLDER = path.join(".data", "e2e");
export const E2E_VALUES_FILE = path.join(E2E_FOLDER, "values.json");

/** Written by e2e-server.ts before its app answers. */
export function readE2eValues(): E2eValues {
  return JSON.parse(readFileSync(E2E_VALUES_FILE, "utf8")) as E2eValues;
}
