"use client";
import type { UntimedReport } from "@/lib/domain/contention/report";
import { Panel } from "../ui/panel";
import { useReportWords } from "./use-report-words";
import { autoscalerText, impactLines, qosText, requestText } from "./words";

/** Whether anyone was cut off, whether an autoscaler could have helped, and what was asked for before. */
export function ImpactPanel({ report }: { report: UntimedReport }) {
  const words = useReportWords();
  const applications = [...new Set(report.impact.flatMap(({ application }) => application ?? []))];
  const changes = report.requestChanges.filter(({ fromCpu, toCpu }) => fromCpu !== null && fromCpu !== toCpu);
  const lines = [
    ...impactLines(words, report.impact),
    ...report.autoscalers.map((each) => autoscalerText(words, each)),
    qosText(words, report),
    ...applications.map((name) => words.say("application", { name })),
  ];
  return (
    <Panel title={words.say("impact")}>
      <ul className="flex flex-col gap-1">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {changes.length > 0 && (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer text-sm text-accent">{words.say("requestsTitle")}</summary>
          <ul className="mt-1 text-sm text-muted">
            {changes.map((change) => (
              <li key={`${change.namespace}/${change.deployment}`}>{requestText(words, change)}</li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}
