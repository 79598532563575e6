import "server-only";
import { Gauge, type Registry } from "prom-client";
import type { PassRecord, ReaperSnapshot } from "@/lib/db/passes";

const BRAKED = ["orphan", "ghost", "leftover"] as const;
const HOLDS = ["old-database", "wrong-cluster", "stopped"] as const;

/** What the last pass could not do or was kept from, as it was then; NaN before the first. */
export function addPassGauges(
  registry: Registry,
  pass: Pick<PassRecord, "brake" | "held" | "unguarded" | "world"> | null,
  snapshot: Pick<ReaperSnapshot, "terminating"> | null,
): void {
  const registers = [registry];
  const brake = new Gauge({
    name: "curfew_brake_held",
    help: "Sessions whose machines the brake keeps the last pass from deleting or failing.",
    labelNames: ["direction"],
    registers,
  });
  for (const direction of BRAKED) {
    const held = pass?.brake.find((one) => one.direction === direction);
    brake.set({ direction }, pass === null ? NaN : (held?.found ?? 0));
  }
  const hold = new Gauge({
    name: "curfew_reaping_held",
    help: "1 where the last pass was kept from reclaiming at all, for this reason.",
    labelNames: ["reason"],
    registers,
  });
  for (const reason of HOLDS) hold.set({ reason }, pass === null ? NaN : Number(pass.held === reason));
  const gauge = (name: string, help: string, value: number | undefined) =>
    new Gauge({ name, help, registers }).set(value ?? NaN);
  gauge(
    "curfew_unreadable_kinds",
    "Kinds of objects that the last pass could not read.",
    pass ? Object.values(pass.world).filter((state) => state === "unknown").length : undefined,
  );
  gauge(
    "curfew_sessions_unguarded",
    "Live sessions without a deadline Job that would end them.",
    pass?.unguarded,
  );
  gauge(
    "curfew_machines_stuck",
    "Machines that have been terminating for more than 5 minutes.",
    snapshot?.terminating.filter(({ isStuck }) => isStuck).length,
  );
}
