"use client";
import type { ContentionWhatIfAnswer } from "@/lib/contracts/contention";
import type { NodeRow } from "@/lib/domain/contention/placement";
import type { Outlook, Spread } from "@/lib/domain/contention/what-if/outlook";
import { Cell, PlainTable } from "../tables/plain-table";
import { Measured } from "../ui/times";
import { assumptionLines } from "./assumption-lines";
import { useReportWords } from "./use-report-words";

interface WhatIfOutcomeProps {
  readonly answer: ContentionWhatIfAnswer;
  readonly nodes: readonly NodeRow[];
  readonly isChanged: boolean;
}

/** Restarts by node and the time until all are Ready, as it is and with the change, and what it rests on. */
export function WhatIfOutcome({ answer, nodes, isChanged }: WhatIfOutcomeProps) {
  const words = useReportWords();
  const { outlook } = answer;
  if ("problem" in outlook)
    return <p className="text-muted">{words.say(`whatIfProblems.${outlook.problem}`)}</p>;
  const { before, after } = outlook;
  return (
    <>
      <OutcomeTable before={before} after={isChanged ? after : null} nodes={nodes} />
      <p role="status" className="mt-3 max-w-3xl">
        {words.say(isChanged ? "whatIfReady" : "whatIfReadyNow", {
          ...{ before: readyText(words, before), after: readyText(words, after), seeds: before.seeds },
        })}{" "}
        {after.unplaced > 0 && words.say("unplaced", { count: after.unplaced })}
      </p>
      <Assumptions answer={answer} />
    </>
  );
}

interface OutcomeTableProps {
  readonly before: Outlook;
  /** null: nothing is changed yet. */
  readonly after: Outlook | null;
  readonly nodes: readonly NodeRow[];
}
const OUTCOME_COLUMNS = ["node", "seen", "before", "after"];

function OutcomeTable({ before, after, nodes }: OutcomeTableProps) {
  const words = useReportWords();
  const seen = new Map(nodes.map(({ name, restarts }) => [name, restarts]));
  const all = before.nodes.map(({ name }) => seen.get(name) ?? null);
  const rows = [
    ...before.nodes
      .map((now, index) => ({
        ...{ name: now.name, seen: all[index] ?? null, now, then: after?.nodes[index] ?? null },
      }))
      .filter(({ seen: restarts, now, then }) => restarts || now.pods > 0 || (then?.pods ?? 0) > 0),
    { name: words.say("total"), seen: sumOf(all), now: totalOf(before), then: after && totalOf(after) },
  ];
  return (
    <PlainTable
      label={words.say("whatIfOutcome")}
      hasWrappedHead
      head={OUTCOME_COLUMNS.map((key) => ({
        ...{ key, label: words.say(`whatIfColumns.${key}`), isNumeric: key !== "node" },
      }))}
    >
      {rows.map(({ name, seen: restarts, now, then }, index) => (
        <tr key={name} className={index === rows.length - 1 ? "font-medium" : undefined}>
          <Cell isTight>{name}</Cell>
          <Cell isNumeric>
            <Measured value={restarts === null ? null : words.number(restarts)} />
          </Cell>
          <Played of={now} />
          <Played of={then} />
        </tr>
      ))}
    </PlainTable>
  );
}

interface PlayedNode {
  readonly pods: number;
  readonly restarts: Spread;
}

/** Restarts, and below them the pods that they are of; a dash where nothing was changed. */
function Played({ of }: { of: PlayedNode | null }) {
  const words = useReportWords();
  if (of === null) return <Cell isNumeric>–</Cell>;
  return (
    <Cell isNumeric>
      <p>{rangeText(words, of.restarts)}</p>
      <p className="text-xs font-normal text-muted">{words.say("whatIfPods", { count: of.pods })}</p>
    </Cell>
  );
}

function totalOf({ nodes, restarts }: Outlook): PlayedNode {
  return { pods: nodes.reduce((sum, { pods }) => sum + pods, 0), restarts };
}

/** null: one of them is unmeasured. */
function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce<number | null>(
    (sum, count) => (sum === null || count === null ? null : sum + count),
    0,
  );
}

type Words = ReturnType<typeof useReportWords>;

function rangeText(words: Words, { median, low, high }: Spread): string {
  return words.say("range", { median, low, high });
}

function readyText(words: Words, { ready }: Outlook): string {
  if (ready === null) return words.say("readyNever");
  const minutes = (seconds: number) => words.number(seconds / 60, 1);
  const { median, low, high } = ready;
  return words.say("readyRange", { median: minutes(median), low: minutes(low), high: minutes(high) });
}

function Assumptions({ answer: { boot, backOff } }: { answer: ContentionWhatIfAnswer }) {
  const words = useReportWords();
  return (
    <details open className="mt-3">
      <summary className="w-fit cursor-pointer text-sm text-accent">{words.say("assumptionsTitle")}</summary>
      <ul className="mt-1 list-disc pl-5 text-sm text-muted">
        {assumptionLines(words, boot, backOff).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
