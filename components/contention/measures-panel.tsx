"use client";
import type { ContentionReport } from "@/lib/domain/contention/report";
import type { Measure } from "@/lib/domain/contention/counter-measures";
import { CopyButton } from "../ui/copy-button";
import { Panel } from "../ui/panel";
import { useReportWords } from "./use-report-words";
import { effectText, measureText } from "./words";

/** What would keep it from happening again, with this case's figures, ready to be pasted. */
export function MeasuresPanel({ measures }: { measures: ContentionReport["measures"] }) {
  const words = useReportWords();
  return (
    <Panel title={words.say("measures")}>
      {measures.length === 0 ? (
        <p className="text-muted">{words.say("noMeasures")}</p>
      ) : (
        <>
          <ul className="flex flex-col gap-4">
            {measures.map((measure) => (
              <MeasureItem key={measure.code} measure={measure} />
            ))}
          </ul>
          <p className="mt-4 text-sm text-muted">{words.say("agents")}</p>
        </>
      )}
    </Panel>
  );
}

function MeasureItem({ measure }: { measure: Measure }) {
  const words = useReportWords();
  const effect = effectText(words, measure);
  const patch = measure.patch === null ? null : JSON.stringify(measure.patch, null, 2);
  return (
    <li className="min-w-0">
      <p>{measureText(words, measure)}</p>
      {effect !== null && <p className="text-sm text-muted">{effect}</p>}
      {patch !== null && (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer text-sm text-accent">{words.say("patch")}</summary>
          <pre
            tabIndex={0}
            aria-label={words.say("patch")}
            className="my-2 max-h-64 overflow-auto bg-sunken p-3 text-xs"
          >
            {patch}
          </pre>
          <CopyButton text={patch} label={words.say("copyPatch")} />
        </details>
      )}
    </li>
  );
}
