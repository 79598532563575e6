import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { counted, readReport } from "./run-vitest";

const folder = mkdtempSync(path.join(tmpdir(), "curfew-report-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("reads half a report, of a run that was ended, as none: what follows the run still happens", () => {
  const file = path.join(folder, "half.json");
  writeFileSync(file, '{"numPassedTests": 3, "testResu');
  expect(readReport(file)).toEqual({});
  expect(readReport(path.join(folder, "none.json"))).toEqual({});
  expect(counted({ status: null, output: "" }, 0, 0).failed).toBe(1);
});
