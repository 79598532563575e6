"use client";
import type { Concentration } from "@/lib/domain/contention/concentration";
import type { UntimedReport } from "@/lib/domain/contention/report";
import type { FindingState } from "@/lib/domain/contention/verdict-codes";
import { Panel } from "../ui/panel";
import { type Shape, StatusMark, type Tone } from "../ui/status-mark";
import { useReportWords } from "./use-report-words";
import { concentrationText, figureText } from "./words";

type Finding = UntimedReport["links"][number] | UntimedReport["alternatives"][number];
const MARKS: Readonly<Record<FindingState, { readonly tone: Tone; readonly shape: Shape }>> = {
  shown: { tone: "bad", shape: "diamond" },
  "ruled-out": { tone: "ok", shape: "disc" },
  unmeasured: { tone: "muted", shape: "ring" },
};

/** What the figures say, in one sentence, then link by link. */
export function VerdictPanel({ report }: { report: UntimedReport }) {
  const words = useReportWords();
  const { concentration, links, alternatives } = report;
  return (
    <Panel title={words.say("verdict")} tone={concentration.state === "concentrated" ? "bad" : "plain"}>
      <p className="max-w-3xl text-lg">{concentrationText(words, concentration)}</p>
      <Figures found={concentration} />
      {concentration.allPods > 0 && (
        <div className="mt-4 grid gap-x-8 gap-y-4 lg:grid-cols-2">
          <Findings kind="links" title={words.say("chain")} findings={links} isNumbered />
          <Findings kind="alternatives" title={words.say("others")} findings={alternatives} />
        </div>
      )}
    </Panel>
  );
}

/** What the sentence rests on, to be read at a glance. */
function Figures({ found: { node, expected, seen, allRestarts, pods, allPods } }: { found: Concentration }) {
  const words = useReportWords();
  if (node === null || expected === null || seen === null || pods === null) return null;
  const figures = [
    ["expected", words.number(expected, 1), words.say("verdictFigures.ofPods", { pods, allPods })],
    ["seen", words.number(seen), words.say("verdictFigures.ofRestarts", { all: allRestarts })],
  ] as const;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-2">
      {figures.map(([name, figure, of]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{words.say(`verdictFigures.${name}`, { node })}</dt>
          <dd className="flex items-baseline gap-2">
            <span className="text-2xl font-semibold tabular-nums">{figure}</span>
            <span className="text-sm text-muted">{of}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FindingsProps {
  readonly kind: "links" | "alternatives";
  readonly title: string;
  readonly findings: readonly Finding[];
  readonly isNumbered?: boolean;
}

function Findings({ kind, title, findings, isNumbered }: FindingsProps) {
  const words = useReportWords();
  const List = isNumbered ? "ol" : "ul";
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <List className="flex flex-col gap-3">
        {findings.map((finding, index) => (
          <li key={finding.code}>
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="font-medium">
                {isNumbered && `${index + 1}. `}
                {words.say(`${kind}.${finding.code}`)}
              </span>
              <StatusMark {...MARKS[finding.state]}>{words.say(`states.${finding.state}`)}</StatusMark>
            </p>
            <p className="text-sm text-muted">
              {finding.figures.map((figure) => figureText(words, figure)).join(" ")}
            </p>
          </li>
        ))}
      </List>
    </div>
  );
}
