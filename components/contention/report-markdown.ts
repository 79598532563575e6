import type { ContainerLines, LogProblem } from "@/lib/domain/contention/last-lines";
import type { UntimedReport } from "@/lib/domain/contention/report";
import { withLastLines } from "@/lib/domain/contention/report-logs";
import { BACK_OFF, BOOT } from "@/lib/domain/contention/what-if/incident";
import { assumptionLines } from "./assumption-lines";
import { choiceMarkdown } from "./choice-markdown";
import { markdownTable } from "./markdown-table";
import { fenced, measuresMarkdown } from "./measures-markdown";
import { restartTable } from "./report-tables";
import {
  autoscalerText,
  concentrationText,
  figureText,
  impactLines,
  logText,
  neighboursText,
  NODE_COLUMNS,
  nodeCells,
  qosText,
  type ReportWords,
  requestText,
} from "./words";

/** What was read of logs, or why nothing was. */
export type ReportLogs = readonly ContainerLines[] | LogProblem;

/** The whole analysis as Markdown, for a post-mortem. Times are ISO 8601 in UTC. */
export function reportMarkdown(words: ReportWords, told: UntimedReport, logs: ReportLogs): string {
  const { say } = words;
  const report = typeof logs === "string" ? told : withLastLines(told, logs);
  const time = new Date(report.nowMs).toISOString();
  const restarts = restartsMarkdown(words, report.restarts);
  return [
    `# ${say("reportHeading", { time })}`,
    `## ${say("choice.title")}\n\n${choiceMarkdown(words, report)}`,
    `## ${say("verdict")}\n\n${concentrationText(words, report.concentration)}`,
    `### ${say("chain")}\n\n${findings(words, "links", report.links)}`,
    `### ${say("others")}\n\n${findings(words, "alternatives", report.alternatives)}`,
    `## ${say("nodes")}\n\n${nodesMarkdown(words, report)}`,
    `## ${say("restarts")}\n\n${restarts ?? say("noRestartRows")}`,
    `### ${say("lastLines")}\n\n${logSection(words, logs)}`,
    `## ${say("neighbours")}\n\n${neighboursText(words, report.neighbours)}`,
    restartsMarkdown(words, report.neighbours.rows),
    `## ${say("impact")}\n\n${listed(impactOf(words, report))}`,
    `### ${say("requestsTitle")}\n\n${listed(
      report.requestChanges.map((each) => requestText(words, each)),
      say("impactNone"),
    )}`,
    `## ${say("measures")}\n\n${measuresMarkdown(words, report)}`,
    `## ${say("whatIf")}: ${say("assumptionsTitle")}\n\n${listed(assumptionLines(words, BOOT, BACK_OFF))}`,
  ]
    .filter((part) => part !== null)
    .join("\n\n");
}

function listed(lines: readonly string[], none = ""): string {
  return lines.length === 0 ? none : lines.map((line) => `- ${line}`).join("\n");
}

function findings(
  words: ReportWords,
  kind: "links" | "alternatives",
  found: UntimedReport["links"] | UntimedReport["alternatives"],
): string {
  const { say } = words;
  return found
    .map(({ code, state, figures }) => {
      const told = figures.map((figure) => figureText(words, figure)).join(" ");
      return `- **${say(`${kind}.${code}`)}**: ${say(`states.${state}`)}. ${told}`.trimEnd();
    })
    .join("\n");
}

function impactOf(words: ReportWords, report: UntimedReport): string[] {
  const applications = new Set(report.impact.flatMap(({ application }) => application ?? []));
  return [
    ...impactLines(words, report.impact),
    ...report.autoscalers.map((each) => autoscalerText(words, each)),
    qosText(words, report),
    ...[...applications].map((name) => words.say("application", { name })),
  ];
}

/** Lines as they are, in a fence that none of them can close. */
function logSection(words: ReportWords, logs: ReportLogs): string {
  if (typeof logs === "string") return words.say(`logProblems.${logs}`);
  if (logs.length === 0) return words.say("noRestartRows");
  const sections = logs.map(({ namespace, pod, container, found }) => {
    const { text, isLog } = logText(words, found);
    return `- ${namespace}/${pod}, ${container}${isLog ? `\n\n${fenced("text", text)}` : `: ${text}`}`;
  });
  return sections.join("\n\n");
}

function nodesMarkdown(words: ReportWords, { nodes }: UntimedReport): string {
  const header = NODE_COLUMNS.map((column) => words.say(`columns.${column}`));
  const mine = nodes.filter(({ newPods }) => newPods !== 0);
  return markdownTable(
    words,
    header,
    mine.map((row) => nodeCells(words, row)),
  );
}

/** null: there is none. */
function restartsMarkdown(words: ReportWords, restarts: UntimedReport["restarts"]): string | null {
  if (restarts.length === 0) return null;
  const { header, rows } = restartTable(words, restarts);
  return markdownTable(words, header, rows);
}
