import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { addPassGauges } from "./pass-gauges";

type Arguments = Parameters<typeof addPassGauges>;
const KNOWN = {
  vm: "known",
  vmi: "known",
  pod: "known",
  job: "known",
  service: "known",
  networkPolicy: "known",
  node: "known",
} as const;
const QUIET: NonNullable<Arguments[1]> = { brake: [], held: null, unguarded: 0, world: KNOWN };

async function told(pass: Arguments[1], snapshot: Arguments[2]): Promise<string[]> {
  const registry = new Registry();
  addPassGauges(registry, pass, snapshot);
  const lines = (await registry.metrics()).split("\n");
  return lines.filter((line) => line.startsWith("curfew_") && !/ 0$/.test(line));
}
const machine = {
  kind: "vm",
  namespace: "labs",
  name: "x",
  uid: "u",
  sessionId: null,
  sinceMs: 0,
  finalizers: [],
  deadNode: null,
} as const;

describe("addPassGauges", () => {
  it("knows nothing before the first pass, which is not 0", async () => {
    const lines = await told(null, null);
    expect(lines).toHaveLength(9);
    expect(lines.filter((line) => !/ nan$/i.test(line))).toEqual([]);
  });

  it("is all 0 after a pass that nothing stood in the way of", async () => {
    expect(await told(QUIET, { terminating: [] })).toEqual([]);
  });

  it("tells what was held, unread, unguarded and stuck", async () => {
    const pass = {
      brake: [{ direction: "ghost", found: 7, allowed: 3 } as const],
      held: "old-database" as const,
      unguarded: 2,
      world: { ...KNOWN, vm: "unknown", node: "absent" } as const,
    };
    const terminating = [
      { ...machine, ageMs: 400_000, isStuck: true },
      { ...machine, ageMs: 1000, isStuck: false },
    ];
    expect(await told(pass, { terminating })).toEqual([
      'curfew_brake_held{direction="ghost"} 7',
      'curfew_reaping_held{reason="old-database"} 1',
      "curfew_unreadable_kinds 1",
      "curfew_sessions_unguarded 2",
      "curfew_machines_stuck 1",
    ]);
  });
});
