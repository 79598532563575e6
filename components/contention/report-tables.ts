import type { CsvCell } from "@/lib/client/csv";
import { milli } from "@/lib/domain/contention/case-facts";
import type { UntimedReport } from "@/lib/domain/contention/report";
import type { RestartRow } from "@/lib/domain/contention/restarts";
import {
  backOffText,
  budgetText,
  causeText,
  evidenceText,
  exitText,
  nodeState,
  RESTART_COLUMNS,
  type ReportWords,
} from "./words";

/** What the tables of an analysis are called where they are written as CSV. */
export const CSV_TABLES = ["nodes", "pods", "restarts"] as const;
export type CsvTable = (typeof CSV_TABLES)[number];
interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

/**
 * Header and rows of a table, for a spreadsheet: numbers stay numbers (CPU in cores, memory in bytes, shares from 0 to 1),
 * times are ISO 8601 in UTC, and what is not told is an empty cell.
 */
export function csvTable(words: ReportWords, report: UntimedReport, table: CsvTable): Table {
  if (table === "restarts") return restartTable(words, report.restarts);
  return table === "nodes" ? nodeTable(words, report) : podTable(words, report);
}

/** The columns of the page, and what it shows beside them. */
export function restartTable(words: ReportWords, restarts: readonly RestartRow[]): Table {
  const more = ["role", "nextTry", "qos", "evidence"].map((key) => words.say(`csvColumns.${key}`));
  const header = [...RESTART_COLUMNS.map((key) => words.say(`restartColumns.${key}`)), ...more];
  const rows = restarts.map((row) => [
    ...[`${row.namespace}/${row.pod}`, row.container, row.node, row.restarts, exitText(words, row)],
    ...[causeText(words, row), row.lastExit?.ranForMs == null ? null : row.lastExit.ranForMs / 1000],
    ...[budgetText(words, row), backOffText(words, row), iso(row.readySinceMs) ?? words.say("notReadyNow")],
    ...[words.say(`roles.${row.role}`), row.backOff.isWaiting ? iso(row.backOff.nextTryAtMs) : "", row.qos],
    row.judgement.evidence.map((each) => evidenceText(words, each)).join("; "),
  ]);
  return { header, rows };
}

const NODE_KEYS = [
  ...["node", "newPods", "restarts", "perPod", "share", "cpuRequested", "cpuAllocatable", "cpuUsed"],
  ...["starting", "leastRequest", "weightOld", "weightNew", "weightShare", "weightCores"],
  ...["memoryRequested", "memoryAllocatable", "memoryUsed", "state", "olderPods", "olderEnded"],
];

/** Every node, also those without a chosen pod. */
function nodeTable(words: ReportWords, { nodes, neighbours }: UntimedReport): Table {
  const older = new Map(neighbours.nodes.map((each) => [each.node, each]));
  const rows = nodes.map((row) => {
    const { cpu, memory, smallest } = row;
    const before = older.get(row.name);
    return [
      ...[row.name, row.newPods, row.restarts, row.restartsPerPod, row.restartShare],
      ...[cpu.requested, cpu.allocatable, cpu.used, row.coldStarting],
      ...[smallest && milli(smallest.requestCpu), smallest?.linearWeight, smallest?.curvedWeight],
      ...[smallest?.curvedShare, smallest?.curvedCores],
      ...[memory.requested, memory.allocatable, memory.used, nodeState(words, row)],
      ...[before?.pods, before?.ended],
    ];
  });
  return { header: NODE_KEYS.map((key) => words.say(`csvColumns.${key}`)), rows };
}

const POD_KEYS = ["namespace", "pod", "node", "state", "restarts", "created", "qos"];

function podTable(words: ReportWords, { pods }: UntimedReport): Table {
  const rows = pods.map(({ namespace, name, node, state, restarts, createdAtMs, qos }) => [
    ...[namespace, name, node, words.say(`podStates.${state}`), restarts, iso(createdAtMs), qos],
  ]);
  return { header: POD_KEYS.map((key) => words.say(`csvColumns.${key}`)), rows };
}

export const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
