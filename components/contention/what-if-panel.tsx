"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type ContentionChangeText,
  type ContentionChoiceText,
  contentionWhatIfOf,
} from "@/lib/client/queries";
import { useLast } from "@/lib/client/use-last";
import { useDebounced } from "@/lib/client/use-debounced";
import type { ContentionWhatIfAnswer } from "@/lib/contracts/contention";
import { ASSUMPTIONS } from "@/lib/domain/contention/what-if/incident";
import type { NodeRow } from "@/lib/domain/contention/placement";
import type { Outlook, Spread } from "@/lib/domain/contention/what-if/outlook";
import { Cell, PlainTable } from "../tables/plain-table";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/inputs";
import { Panel } from "../ui/panel";
import { useFieldError } from "../ui/reason-text";
import { LoadError } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { Measured } from "../ui/times";
import { useReportWords } from "./use-report-words";

const SETTLE_MS = 400;
const FIELDS = [
  ...([
    "requestMilli",
    "maxSkew",
    "waveSize",
    "startupSeconds",
    "limitCores",
    "nodeFactor",
    "bootCoreSeconds",
  ] as const),
];
const FRACTIONS: readonly string[] = ["limitCores", "nodeFactor", "bootCoreSeconds"];

interface WhatIfProps {
  readonly choice: ContentionChoiceText;
  /** As they are, for their restarts beside the replayed ones. */
  readonly nodes: readonly NodeRow[];
}

/** The same cold start over some dozens of seeds, as it is and with a change. Nothing in the cluster is touched. */
export function WhatIfPanel({ choice, nodes }: WhatIfProps) {
  const words = useReportWords();
  const [draft, setDraft] = useState<ContentionChangeText>({});
  const settled = useDebounced(draft, SETTLE_MS);
  const given = Object.fromEntries(Object.entries(settled).filter(([, text]) => text !== ""));
  const query = useQuery(contentionWhatIfOf(choice, given));
  const last = useLast(query.data);
  const fieldError = useFieldError(query.error);
  const isChanged = Object.values(draft).some((text) => text !== "");
  return (
    <Panel
      title={words.say("whatIf")}
      aside={isChanged && <Button onClick={() => setDraft({})}>{words.say("whatIfClear")}</Button>}
    >
      <p className="mb-3 max-w-3xl text-sm text-muted">{words.say("whatIfNote")}</p>
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:grid-cols-4 xl:grid-cols-7">
        {FIELDS.map((name) => (
          <Field key={name} label={words.say(`whatIfFields.${name}`)} error={fieldError(name)}>
            {(control) => (
              <TextInput
                {...control}
                type="number"
                inputMode="decimal"
                min={0}
                step={FRACTIONS.includes(name) ? "any" : 1}
                value={draft[name] ?? ""}
                placeholder={
                  name === "bootCoreSeconds" ? String(last?.boot.coreSeconds ?? "") : words.say("asNow")
                }
                onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="mt-4 border-t pt-3">
        {query.isError && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
        {last === null ? (
          !query.isError && <Skeleton className="h-64" />
        ) : (
          <div
            aria-busy={query.isPlaceholderData || query.isError}
            className="transition-opacity aria-busy:opacity-60"
          >
            <Outcome answer={last} nodes={nodes} isChanged={Object.keys(given).length > 0} />
          </div>
        )}
      </div>
    </Panel>
  );
}

interface OutcomeProps {
  readonly answer: ContentionWhatIfAnswer;
  readonly nodes: readonly NodeRow[];
  readonly isChanged: boolean;
}

function Outcome({ answer, nodes, isChanged }: OutcomeProps) {
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
const OUTCOME_COLUMNS = ["node", "seen", "podsBefore", "before", "podsAfter", "after"];

function OutcomeTable({ before, after, nodes }: OutcomeTableProps) {
  const words = useReportWords();
  const seen = new Map(nodes.map(({ name, restarts }) => [name, restarts]));
  const all = before.nodes.map(({ name }) => seen.get(name) ?? null);
  const rows = [
    ...before.nodes.map((now, index) => ({
      ...{ name: now.name, seen: all[index] ?? null, now, then: after?.nodes[index] ?? null },
    })),
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
        <tr key={name} className={index === before.nodes.length ? "font-medium" : undefined}>
          <Cell>{name}</Cell>
          <Cell isNumeric>
            <Measured value={restarts === null ? null : words.number(restarts)} />
          </Cell>
          <Cell isNumeric>{now.pods}</Cell>
          <Cell isNumeric>{rangeText(words, now.restarts)}</Cell>
          <Cell isNumeric>{then?.pods ?? "–"}</Cell>
          <Cell isNumeric>{then ? rangeText(words, then.restarts) : "–"}</Cell>
        </tr>
      ))}
    </PlainTable>
  );
}

function totalOf({ nodes, restarts }: Outlook): { pods: number; restarts: Spread } {
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
  const params = {
    ...{ coreSeconds: boot.coreSeconds, spreadPercent: Math.round(boot.spread * 100) },
    ...{ cores: boot.parallelism, seconds: backOff.late },
  };
  return (
    <details className="mt-3">
      <summary className="w-fit cursor-pointer text-sm text-accent">{words.say("assumptionsTitle")}</summary>
      <ul className="mt-1 list-disc pl-5 text-sm text-muted">
        {ASSUMPTIONS.map((code) => (
          <li key={code}>{words.say(`assumptions.${code}`, params)}</li>
        ))}
      </ul>
    </details>
  );
}
