import type { Measure } from "@/lib/domain/contention/measures/measure";
import { manifestText, patchCommand, waveCommands } from "@/lib/domain/contention/measures/patch-text";
import { withoutSecrets } from "@/lib/domain/contention/measures/withhold";
import type { UntimedReport } from "@/lib/domain/contention/report";
import { effectText, measureNote, measureText, patchText, unpatchedText } from "./measure-words";
import type { ReportWords } from "./words";

/**
 * The measures with their patches, as manifests and as commands. What may be secret is left out of them, whoever asks: a
 * post-mortem is passed on.
 */
export function measuresMarkdown(words: ReportWords, { measures, starvedAgents }: UntimedReport): string {
  const hint = starvedAgents === null ? [] : [words.say("agents", { ...starvedAgents })];
  if (measures.length === 0) return [words.say("noMeasures"), ...hint].join("\n\n");
  return [...withoutSecrets(measures).map((measure) => oneMeasure(words, measure)), ...hint].join("\n\n");
}

function oneMeasure(words: ReportWords, measure: Measure): string {
  const commands = waveCommands(measure);
  const told = [effectText(words, measure), measureNote(words, measure), unpatchedText(words, measure)];
  return [
    `### ${measureText(words, measure)}`,
    told.filter((text) => text !== null).join(" "),
    ...measure.patches.map((patch) =>
      [
        `- ${patchText(words, measure, patch)}`,
        fenced("yaml", manifestText(patch)),
        fenced("sh", patchCommand(patch)),
      ].join("\n\n"),
    ),
    ...(commands === null ? [] : [`${words.say("waveCommands")}:`, fenced("sh", commands)]),
  ].join("\n\n");
}

/** A fence that nothing in the text can close. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
