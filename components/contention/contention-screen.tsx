"use client";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { saveCsv, toCsv } from "@/lib/client/csv";
import { contentionOf, lastLinesOf } from "@/lib/client/queries";
import { saveText } from "@/lib/client/save-text";
import type { ContentionAnswer } from "@/lib/contracts/contention";
import { worstRestarted } from "@/lib/domain/contention/last-lines";
import type { ContentionReport } from "@/lib/domain/contention/report";
import { Button } from "../ui/button";
import { Note } from "../ui/note";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { Ago } from "../ui/times";
import { ChoiceBar } from "./choice-bar";
import { ImpactPanel } from "./impact-panel";
import { MeasuresPanel } from "./measures-panel";
import { NodesPanel } from "./nodes-panel";
import { type ReportLogs, reportMarkdown, restartCsv } from "./report-markdown";
import { RestartsPanel } from "./restarts-panel";
import { TimelinePanel } from "./timeline-panel";
import { type ContentionChoiceState, useContentionChoice } from "./use-contention-choice";
import { useReportWords } from "./use-report-words";
import { VerdictPanel } from "./verdict-panel";
import { WhatIfPanel } from "./what-if-panel";

/** Where pods were placed, which restarted, and why. */
export function ContentionScreen() {
  const t = useTranslations("contention");
  const state = useContentionChoice();
  const query = useQuery(contentionOf(state.choice));
  return (
    <>
      <PageTitle aside={query.data && <TitleAside answer={query.data} />}>{t("title")}</PageTitle>
      <QueryView query={query} skeleton={<ContentionSkeleton />}>
        {(answer) => <ContentionBody answer={answer} state={state} />}
      </QueryView>
    </>
  );
}

function ContentionBody({ answer, state }: { answer: ContentionAnswer; state: ContentionChoiceState }) {
  const { report } = answer;
  const hasPods = report.pods.length > 0;
  return (
    <>
      <ChoiceBar state={state} report={report} />
      <div className="flex flex-col gap-4">
        <UnreadNote answer={answer} />
        {report.problem === null && <VerdictPanel report={report} />}
        {hasPods && (
          <>
            <NodesPanel report={report} />
            <TimelinePanel report={report} />
            <RestartsPanel restarts={report.restarts} maySeeLogs={answer.maySeeLogs} />
            <ImpactPanel report={report} />
            <MeasuresPanel report={report} />
            <WhatIfPanel choice={state.choice} />
          </>
        )}
      </div>
    </>
  );
}

function TitleAside({ answer: { asOfMs, report, maySeeLogs } }: { answer: ContentionAnswer }) {
  const client = useQueryClient();
  const t = useTranslations("contention");
  const words = useReportWords();
  const name = `curfew-contention-${new Date(report.nowMs).toISOString().slice(0, 16).replaceAll(":", "")}`;
  const saveRestarts = () => {
    const { header, rows } = restartCsv(words, report);
    saveCsv(`${name}.csv`, toCsv(header, rows));
  };
  const saveReport = async () => {
    const logs = maySeeLogs ? await worstLogs(client, report) : "admins-only";
    saveText(`${name}.md`, reportMarkdown(words, report, logs), "text/markdown");
  };
  return (
    <>
      <p className="text-sm text-muted">{t.rich("asOfRich", { ago: () => <Ago atMs={asOfMs} /> })}</p>
      <Button onClick={() => void saveReport()}>{t("exportMarkdown")}</Button>
      <Button onClick={saveRestarts}>{t("exportCsv")}</Button>
    </>
  );
}

/** A report is worth having without the logs. */
async function worstLogs(client: QueryClient, { restarts }: ContentionReport): Promise<ReportLogs> {
  const of = worstRestarted(restarts);
  if (of.length === 0) return [];
  return client.fetchQuery(lastLinesOf(of)).then(
    ({ items }) => items,
    () => "failed",
  );
}

function UnreadNote({ answer: { unread } }: { answer: ContentionAnswer }) {
  const t = useTranslations("contention");
  if (unread.length === 0) return null;
  const kinds = unread.map(({ kind, error }) => `${t(`kinds.${kind}`)} (${error})`).join(", ");
  return <Note tone="warn">{t("unread", { kinds })}</Note>;
}

function ContentionSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-14" />
      <Skeleton className="h-72" />
      <Skeleton className="h-80" />
    </div>
  );
}
