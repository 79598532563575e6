"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { saveCsv, toCsv } from "@/lib/client/csv";
import { lastLinesOf } from "@/lib/client/queries";
import { saveText } from "@/lib/client/save-text";
import type { ContentionAnswer } from "@/lib/contracts/contention";
import { worstRestarted } from "@/lib/domain/contention/last-lines";
import type { UntimedReport } from "@/lib/domain/contention/report";
import { Button } from "../ui/button";
import { Ago } from "../ui/times";
import { type ReportLogs, reportMarkdown } from "./report-markdown";
import { CSV_TABLES, csvTable, type CsvTable } from "./report-tables";
import { useReportWords } from "./use-report-words";

/** How old the picture is, and the analysis to take away. */
export function ReportAside({ answer: { asOfMs, report, maySeeLogs } }: { answer: ContentionAnswer }) {
  const client = useQueryClient();
  const t = useTranslations("contention");
  const words = useReportWords();
  const [isSaving, setSaving] = useState(false);
  const name = `curfew-contention-${new Date(report.nowMs).toISOString().slice(0, 16).replaceAll(":", "")}`;
  const hasPods = report.pods.length > 0;
  const saveTable = (table: CsvTable) => {
    const { header, rows } = csvTable(words, report, table);
    saveCsv(`${name}-${table}.csv`, toCsv(header, rows));
  };
  const saveReport = async () => {
    setSaving(true);
    const logs = maySeeLogs ? await worstLogs(client, report) : "admins-only";
    setSaving(false);
    saveText(`${name}.md`, reportMarkdown(words, report, logs), "text/markdown");
  };
  return (
    <>
      <p className="text-sm text-muted">{t.rich("asOfRich", { ago: () => <Ago atMs={asOfMs} /> })}</p>
      <Button
        disabled={!hasPods}
        isBusy={isSaving}
        title={t("exportMarkdownHint")}
        onClick={() => void saveReport()}
      >
        <Download aria-hidden size={16} />
        {t("exportMarkdown")}
      </Button>
      {CSV_TABLES.map((table) => (
        <Button
          key={table}
          disabled={!hasPods}
          title={t(`exportCsvHints.${table}`)}
          onClick={() => saveTable(table)}
        >
          <Download aria-hidden size={16} />
          {t(`exportCsv.${table}`)}
        </Button>
      ))}
    </>
  );
}

/** A report is worth having without the logs. */
async function worstLogs(client: QueryClient, { restarts }: UntimedReport): Promise<ReportLogs> {
  const of = worstRestarted(restarts);
  if (of.length === 0) return [];
  return client.fetchQuery(lastLinesOf(of)).then(
    ({ items }) => items,
    () => "failed",
  );
}
