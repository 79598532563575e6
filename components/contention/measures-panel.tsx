"use client";
import type { Measure, MeasurePatch } from "@/lib/domain/contention/measures/measure";
import { manifestText, patchCommand, waveCommands } from "@/lib/domain/contention/measures/patch-text";
import type { UntimedReport } from "@/lib/domain/contention/report";
import { CopyButton } from "../ui/copy-button";
import { Panel } from "../ui/panel";
import {
  effectText,
  measureNote,
  measureText,
  patchText,
  unpatchedText,
  workloadCount,
} from "./measure-words";
import { useReportWords } from "./use-report-words";

type Report = Pick<UntimedReport, "links" | "measures" | "starvedAgents">;

/** What would keep it from happening again, with this case's figures, ready to be pasted. */
export function MeasuresPanel({ report: { links, measures, starvedAgents } }: { report: Report }) {
  const words = useReportWords();
  return (
    <Panel title={words.say("measures")}>
      {measures.length === 0 ? (
        <p className="text-muted">{words.say("noMeasures")}</p>
      ) : (
        <div className="flex flex-col gap-5">
          {links.map(({ code }, index) => (
            <Against
              key={code}
              title={words.say("against", { number: index + 1, link: words.say(`links.${code}`) })}
              measures={measures.filter(({ against }) => against === code)}
            />
          ))}
        </div>
      )}
      {starvedAgents !== null && (
        <p className="mt-4 text-sm text-muted">{words.say("agents", { ...starvedAgents })}</p>
      )}
    </Panel>
  );
}

/** The measures against one link of the chain, numbered as the verdict numbers it. */
function Against({ title, measures }: { title: string; measures: readonly Measure[] }) {
  if (measures.length === 0) return null;
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-semibold">{title}</h3>
      <ul className="flex flex-col gap-4">
        {measures.map((measure) => (
          <MeasureItem key={measure.code} measure={measure} />
        ))}
      </ul>
    </section>
  );
}

function MeasureItem({ measure }: { measure: Measure }) {
  const words = useReportWords();
  const notes = [effectText(words, measure), measureNote(words, measure), unpatchedText(words, measure)];
  const commands = waveCommands(measure);
  return (
    <li className="min-w-0">
      <p>{measureText(words, measure)}</p>
      {notes.map((note) => note !== null && <Note key={note} text={note} />)}
      {measure.patches.length > 0 && (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer text-sm text-accent">
            {words.say("patchCount", { count: workloadCount(measure) })}
          </summary>
          <ul className="mt-2 flex flex-col gap-4">
            {measure.patches.map((patch) => (
              <PatchItem key={`${patch.kind}/${patch.namespace}/${patch.names[0]}`} {...{ measure, patch }} />
            ))}
          </ul>
        </details>
      )}
      {commands !== null && (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer text-sm text-accent">{words.say("waveCommands")}</summary>
          <Code text={commands} label={words.say("waveCommands")} />
          <CopyButton text={commands} label={words.say("copyCommands")} />
        </details>
      )}
    </li>
  );
}

function PatchItem({ measure, patch }: { measure: Measure; patch: MeasurePatch }) {
  const words = useReportWords();
  const manifest = manifestText(patch);
  return (
    <li className="min-w-0">
      <p className="text-sm break-words">{patchText(words, measure, patch)}</p>
      <Code text={manifest} label={words.say("manifest")} />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={manifest} label={words.say("copyManifest")} />
        <CopyButton text={patchCommand(patch)} label={words.say("copyCommand")} />
      </div>
    </li>
  );
}

function Note({ text }: { text: string }) {
  return <p className="max-w-3xl text-sm text-muted">{text}</p>;
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    <pre tabIndex={0} aria-label={label} className="my-2 max-h-64 overflow-auto bg-sunken p-3 text-xs">
      {text}
    </pre>
  );
}
