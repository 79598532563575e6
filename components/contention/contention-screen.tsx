"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { contentionOf } from "@/lib/client/queries";
import { useLast } from "@/lib/client/use-last";
import type { ContentionAnswer } from "@/lib/contracts/contention";
import { StaleNote } from "../ui/stale-note";
import { Note } from "../ui/note";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { ChoiceBar } from "./choice-bar";
import { ImpactPanel } from "./impact-panel";
import { MeasuresPanel } from "./measures-panel";
import { NoPods } from "./no-pods";
import { NodesPanel } from "./nodes-panel";
import { ReportAside } from "./report-aside";
import { RestartsPanel } from "./restarts-panel";
import { TimelinePanel } from "./timeline-panel";
import { type ContentionChoiceState, useContentionChoice } from "./use-contention-choice";
import { useReportWords } from "./use-report-words";
import { useStages } from "./use-stages";
import { VerdictPanel } from "./verdict-panel";
import { neighboursText } from "./words";
import { WhatIfPanel } from "./what-if-panel";

/** Where pods were placed, which restarted, and why. */
export function ContentionScreen() {
  const t = useTranslations("contention");
  const state = useContentionChoice();
  const query = useQuery(contentionOf(state.choice));
  const last = useLast(query.data);
  return (
    <>
      <PageTitle aside={query.data && <ReportAside answer={query.data} />}>{t("title")}</PageTitle>
      {(last !== null || query.isError) && <ChoiceBar state={state} answer={last} error={query.error} />}
      <QueryView query={query} skeleton={<ContentionSkeleton hasChoice={last !== null} />}>
        {(answer) => (
          <div aria-busy={query.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
            <ContentionBody answer={answer} state={state} />
          </div>
        )}
      </QueryView>
    </>
  );
}

interface BodyProps {
  readonly answer: ContentionAnswer;
  readonly state: ContentionChoiceState;
}

const ContentionBody = memo(function ContentionBody({ answer, state }: BodyProps) {
  const { report } = answer;
  const hasPods = report.pods.length > 0;
  return (
    <div className="flex flex-col gap-4">
      {answer.isStale && <StaleNote asOfMs={answer.asOfMs} source="cluster" />}
      <UnreadNote answer={answer} />
      <ScopeNote report={report} />
      {hasPods ? (
        <>
          <VerdictPanel report={report} />
          <NodesPanel report={report} />
          {report.timeline && <TimelinePanel view={report.timeline} />}
          <LowerPanels answer={answer} state={state} />
        </>
      ) : (
        report.problem === null &&
        report.knowledge.pod === "known" && <NoPods answer={answer} state={state} />
      )}
    </div>
  );
});

/** What lies below the fold of most screens, drawn bit by bit. */
function LowerPanels({ answer: { report, maySeeLogs }, state }: BodyProps) {
  const words = useReportWords();
  const stage = useStages(4);
  return (
    <>
      {stage > 1 && <RestartsPanel restarts={report.restarts} maySeeLogs={maySeeLogs} />}
      {stage > 2 && (
        <RestartsPanel
          restarts={report.neighbours.rows}
          maySeeLogs={maySeeLogs}
          olderNote={neighboursText(words, report.neighbours)}
        />
      )}
      {stage > 3 && (
        <>
          <ImpactPanel report={report} />
          <MeasuresPanel report={report} />
          <WhatIfPanel choice={state.choice} report={report} />
        </>
      )}
    </>
  );
}

function UnreadNote({ answer: { unread } }: { answer: ContentionAnswer }) {
  const words = useReportWords();
  if (unread.length === 0) return null;
  const isPodUnread = unread.some(({ kind }) => kind === "pod");
  const kinds = unread
    .map(({ kind, error }) =>
      words.say("unreadKind", { kind: words.say(`kinds.${kind}`), error: words.say("readError", { error }) }),
    )
    .join(", ");
  return isPodUnread ? (
    <Note tone="bad" isAlert title={words.say("podsUnread")}>
      {words.say("podsUnreadWhy", { kinds })}
    </Note>
  ) : (
    <Note tone="warn">{words.say("unread", { kinds })}</Note>
  );
}

function ScopeNote({ report: { problem, undatedPods } }: Pick<ContentionAnswer, "report">) {
  const words = useReportWords();
  if (problem) {
    const isLost = problem.code === "rollout-not-found";
    const text = isLost
      ? words.say("problems.rollout-not-found")
      : words.say("problems.selector", { text: String(Object.values(problem.params)[0] ?? "") });
    return (
      <Note tone="bad" isAlert>
        {text}
      </Note>
    );
  }
  if (undatedPods === 0) return null;
  return <Note tone="warn">{words.say("choice.undated", { count: undatedPods })}</Note>;
}

/** As tall as what is coming, so that nothing jumps. */
function ContentionSkeleton({ hasChoice }: { hasChoice: boolean }) {
  return (
    <div className="flex flex-col gap-4">
      {!hasChoice && <Skeleton className="h-14" />}
      <Skeleton className="h-[38rem]" />
      <Skeleton className="h-[36rem]" />
      <Skeleton className="h-56" />
    </div>
  );
}
