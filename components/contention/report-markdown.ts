import type { ContainerLines, LogProblem } from "@/lib/domain/contention/last-lines";
import type { ContentionReport } from "@/lib/domain/contention/report";
import {
  autoscalerText,
  backOffText,
  budgetText,
  causeText,
  concentrationText,
  exitText,
  figureText,
  impactLines,
  logText,
  NODE_COLUMNS,
  nodeCells,
  qosText,
  type ReportWords,
  RESTART_COLUMNS,
} from "./words";
import { measuresMarkdown } from "./measures-markdown";

/** What was read of logs, or why nothing was. */
export type ReportLogs = readonly ContainerLines[] | LogProblem;

/** The whole analysis as Markdown, for a post-mortem. Times are ISO 8601 in UTC. */
export function reportMarkdown(words: ReportWords, report: ContentionReport, logs: ReportLogs): string {
  const { say } = words;
  const finding =
    (kind: string) => (each: ContentionReport["links"][number] | ContentionReport["alternatives"][number]) =>
      `- **${say(`${kind}.${each.code}`)}**: ${say(`states.${each.state}`)}. ${each.figures.map((figure) => figureText(words, figure)).join(" ")}`.trimEnd();
  return [
    `# ${say("reportHeading", { time: new Date(report.nowMs).toISOString() })}`,
    `## ${say("verdict")}`,
    concentrationText(words, report.concentration),
    `### ${say("chain")}\n\n${report.links.map(finding("links")).join("\n")}`,
    `### ${say("others")}\n\n${report.alternatives.map(finding("alternatives")).join("\n")}`,
    `## ${say("nodes")}\n\n${nodeTable(words, report)}`,
    `## ${say("restarts")}\n\n${restartTable(words, report)}`,
    `### ${say("lastLines")}\n\n${logSection(words, logs)}`,
    `## ${say("impact")}\n\n${[...impactLines(words, report.impact), ...report.autoscalers.map((each) => autoscalerText(words, each)), qosText(words, report)].map((line) => `- ${line}`).join("\n")}`,
    `## ${say("measures")}\n\n${measuresMarkdown(words, report)}`,
  ].join("\n\n");
}

/** Lines as they are, in a fence that none of them can close. */
function logSection(words: ReportWords, logs: ReportLogs): string {
  if (typeof logs === "string") return words.say(`logProblems.${logs}`);
  if (logs.length === 0) return words.say("noRestartRows");
  return logs
    .map(({ namespace, pod, container, found }) => {
      const { text, isLog } = logText(words, found);
      const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
      const fence = "`".repeat(longest + 1);
      return `- ${namespace}/${pod}, ${container}${isLog ? `\n\n${fence}text\n${text}\n${fence}` : `: ${text}`}`;
    })
    .join("\n\n");
}

/** Header and rows of the restart table for CSV; numbers stay numbers, times are ISO 8601. */
export function restartCsv(words: ReportWords, { restarts }: ContentionReport) {
  const header = RESTART_COLUMNS.map((column) => words.say(`restartColumns.${column}`));
  const rows = restarts.map((row) => [
    ...[`${row.namespace}/${row.pod}`, row.container, row.node, row.restarts, exitText(words, row)],
    ...[causeText(words, row), row.lastExit?.ranForMs == null ? null : row.lastExit.ranForMs / 1000],
    ...[budgetText(words, row), backOffText(words, row), iso(row.readySinceMs)],
  ]);
  return { header, rows };
}

function nodeTable(words: ReportWords, { nodes }: ContentionReport): string {
  const header = NODE_COLUMNS.map((column) => words.say(`columns.${column}`));
  const mine = nodes.filter(({ newPods }) => newPods !== 0);
  return table(
    header,
    mine.map((row) => nodeCells(words, row)),
  );
}

function restartTable(words: ReportWords, report: ContentionReport): string {
  const { header, rows } = restartCsv(words, report);
  if (rows.length === 0) return words.say("noRestartRows");
  return table(
    header,
    rows.map((row) => row.map((cell) => (cell === null ? words.unmeasured : String(cell)))),
  );
}

/** A pipe or a line break in a cell would break the table. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll(/\s*[\r\n]+\s*/g, " ")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
