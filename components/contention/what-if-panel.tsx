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
import type { UntimedReport } from "@/lib/domain/contention/report";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/inputs";
import { Panel } from "../ui/panel";
import { useFieldError } from "../ui/reason-text";
import { LoadError } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { useReportWords } from "./use-report-words";
import { WhatIfOutcome } from "./what-if-outcome";
import { whatIfPresets } from "./what-if-presets";

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
  /** Its measures are offered; its nodes' restarts stand beside the replayed ones. */
  readonly report: Pick<UntimedReport, "nodes" | "measures">;
}

/** The same cold start over some dozens of seeds, as it is and with a change. Nothing in the cluster is touched. */
export function WhatIfPanel({ choice, report: { nodes, measures } }: WhatIfProps) {
  const words = useReportWords();
  const [draft, setDraft] = useState<ContentionChangeText>({});
  const settled = useDebounced(draft, SETTLE_MS);
  const given = filled(settled);
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
      <Presets measures={measures} draft={draft} onChoose={setDraft} />
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
            <WhatIfOutcome answer={last} nodes={nodes} isChanged={Object.keys(given).length > 0} />
          </div>
        )}
      </div>
    </Panel>
  );
}

interface PresetsProps {
  readonly measures: UntimedReport["measures"];
  readonly draft: ContentionChangeText;
  readonly onChoose: (change: ContentionChangeText) => void;
}

/** What is proposed above, one at a time: a click fills it in, another takes it back. */
function Presets({ measures, draft, onChoose }: PresetsProps) {
  const words = useReportWords();
  const presets = whatIfPresets(measures);
  if (presets.length === 0) return null;
  return (
    <div role="group" aria-label={words.say("whatIfTry")} className="mb-4 flex flex-wrap items-center gap-2">
      <span className="text-sm font-medium">{words.say("whatIfTry")}</span>
      {presets.map(({ code, figure, change }) => {
        const isOn = JSON.stringify(filled(draft)) === JSON.stringify(change);
        return (
          <Button
            key={code}
            aria-pressed={isOn}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => onChoose(isOn ? {} : change)}
          >
            {words.say(`whatIfPresets.${code}`, { figure })}
          </Button>
        );
      })}
    </div>
  );
}

function filled(draft: ContentionChangeText): ContentionChangeText {
  return Object.fromEntries(Object.entries(draft).filter(([, text]) => text !== ""));
}
