"use client";
import type { ContentionReport } from "@/lib/domain/contention/report";
import type { FindingState } from "@/lib/domain/contention/verdict-codes";
import { Panel } from "../ui/panel";
import { type Shape, StatusMark, type Tone } from "../ui/status-mark";
import { useReportWords } from "./use-report-words";
import { concentrationText, figureText } from "./words";

type Finding = ContentionReport["links"][number] | ContentionReport["alternatives"][number];
const MARKS: Readonly<Record<FindingState, { readonly tone: Tone; readonly shape: Shape }>> = {
  shown: { tone: "bad", shape: "diamond" },
  "ruled-out": { tone: "ok", shape: "disc" },
  unmeasured: { tone: "muted", shape: "ring" },
};

/** What the figures say, in one sentence, then link by link. */
export function VerdictPanel({ report }: { report: ContentionReport }) {
  const words = useReportWords();
  const { concentration, links, alternatives } = report;
  return (
    <Panel title={words.say("verdict")} tone={concentration.state === "concentrated" ? "bad" : "plain"}>
      <p className="max-w-3xl text-lg">{concentrationText(words, concentration)}</p>
      {concentration.allPods > 0 && (
        <div className="mt-4 grid gap-x-8 gap-y-4 lg:grid-cols-2">
          <Findings kind="links" title={words.say("chain")} findings={links} isNumbered />
          <Findings kind="alternatives" title={words.say("others")} findings={alternatives} />
        </div>
      )}
    </Panel>
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
      <h3 className="mb-2 font-medium">{title}</h3>
      <List className="flex flex-col gap-3">
        {findings.map((finding, index) => (
          <li key={finding.code}>
            <p className="flex flex-wrap items-center gap-x-3">
              <span>
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
