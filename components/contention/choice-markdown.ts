import type { UntimedReport } from "@/lib/domain/contention/report";
import { markdownTable } from "./markdown-table";
import { iso } from "./report-tables";
import type { ReportWords } from "./words";

/** Which pods the analysis is about, what could not be read for it, and what other rollouts there are. */
export function choiceMarkdown(words: ReportWords, report: UntimedReport): string {
  const { knowledge, undatedPods, pods, rollouts } = report;
  const unread = Object.entries(knowledge).flatMap(([kind, state]) =>
    state === "unknown" ? [words.say(`kinds.${kind}`)] : [],
  );
  const lines = [
    ...chosenBy(words, report),
    words.say("chosenPods", { count: pods.length }),
    ...(undatedPods === 0 ? [] : [words.say("choice.undated", { count: undatedPods })]),
    ...(unread.length === 0 ? [] : [words.say("unread", { kinds: unread.join(", ") })]),
  ];
  return [
    lines.map((line) => `- ${line}`).join("\n"),
    `### ${words.say("rollouts")}`,
    rollouts.length === 0 ? words.say("noRollouts") : rolloutTable(words, report),
  ].join("\n\n");
}

function chosenBy(words: ReportWords, { choice, rollouts }: UntimedReport): string[] {
  const { namespaces, selector, fromMs, toMs, rollout: id, only } = choice;
  const of = (key: string, value: string) => `${words.say(`choice.${key}`)}: ${value}`;
  const rollout = id === null ? undefined : rollouts.find((each) => each.id === id);
  return [
    ...(rollout ? [of("rollout", `${iso(rollout.startedAtMs)} (${rollout.id})`)] : []),
    of("namespaces", namespaces.length > 0 ? namespaces.join(", ") : words.say("choice.allNamespaces")),
    ...(selector === "" ? [] : [of("selector", `\`${selector}\``)]),
    ...(rollout || fromMs === null ? [] : [of("from", iso(fromMs) ?? "")]),
    ...(rollout || toMs === null ? [] : [of("to", iso(toMs) ?? "")]),
    of("only", words.say(only === "labs" ? "choice.onlyLabs" : "choice.onlyAll")),
  ];
}

/** The latest first. */
function rolloutTable(words: ReportWords, { rollouts, choice }: UntimedReport): string {
  const header = ["chosen", "began", "last", "deployments"].map((key) => words.say(`rolloutColumns.${key}`));
  const rows = rollouts.map(({ id, startedAtMs, lastAtMs, parts }) => [
    ...[id === choice.rollout ? "✓" : "", iso(startedAtMs), iso(lastAtMs)],
    parts
      .map(({ namespace, deployment, revision }) => {
        const name = `${namespace}/${deployment}`;
        return revision === null ? name : `${name} (${revision})`;
      })
      .join(", "),
  ]);
  return markdownTable(words, header, rows);
}
