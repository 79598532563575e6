import { doctorLine, type DoctorLine } from "./doctor";
import { isHeartbeatLate, type PassSummary } from "./pass-summary";

/** What the database knows of the passes; of the last of them, what it was kept from. */
export interface PassFacts {
  /** When the last clean pass ended, in epoch ms; null: none ever was. */
  readonly goodAtMs: number | null;
  readonly held: PassSummary["held"];
  /** Sessions that the brake kept it from deleting or failing. */
  readonly braked: number;
  /** Names of machines that have been terminating for more than five minutes. */
  readonly stuck: readonly string[];
  readonly switchesOn: readonly ("no-new-sessions" | "stop-reaping")[];
}

/** So many are named; of more, their number tells. */
const NAMED = 5;

/** Are sessions reclaimed, and if not, what keeps passes from it? `nowMs` in epoch ms. */
export function judgePasses(facts: PassFacts, nowMs: number): DoctorLine[] {
  const kept = keptFrom(facts);
  return [
    judgeHeartbeat(facts.goodAtMs, nowMs),
    ...(kept.length > 0 ? kept : [doctorLine("reaping-free")]),
    ...(facts.switchesOn.includes("no-new-sessions") ? [doctorLine("switch-no-new-sessions")] : []),
  ];
}

function judgeHeartbeat(goodAtMs: number | null, nowMs: number): DoctorLine {
  if (goodAtMs === null) return doctorLine("pass-never");
  const ageMs = Math.max(0, nowMs - goodAtMs);
  return isHeartbeatLate(goodAtMs, nowMs)
    ? doctorLine("pass-late", { minutes: Math.floor(ageMs / 60_000) })
    : doctorLine("pass-clean", { seconds: Math.round(ageMs / 1000) });
}

function keptFrom({ held, braked, stuck, switchesOn }: PassFacts): DoctorLine[] {
  const names = `${stuck.slice(0, NAMED).join(", ")}${stuck.length > NAMED ? " …" : ""}`;
  return [
    ...(held === "old-database" || held === "wrong-cluster" ? [doctorLine(`held-${held}`)] : []),
    ...(switchesOn.includes("stop-reaping") ? [doctorLine("switch-stop-reaping")] : []),
    ...(braked > 0 ? [doctorLine("brake-holds", { count: braked })] : []),
    ...(stuck.length > 0 ? [doctorLine("machines-stuck", { count: stuck.length, names })] : []),
  ];
}
