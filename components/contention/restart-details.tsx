"use client";
import { useQuery } from "@tanstack/react-query";
import { lastLinesOf } from "@/lib/client/queries";
import type { RestartRow } from "@/lib/domain/contention/restarts";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { useReportWords } from "./use-report-words";
import { evidenceText, logText } from "./words";

/** What a row rests on, and what its container wrote last. */
export function RestartDetails({ row, maySeeLogs }: { row: RestartRow; maySeeLogs: boolean }) {
  const words = useReportWords();
  const message = row.lastExit?.message;
  return (
    <div className="flex max-w-4xl flex-col gap-2 text-sm">
      <ul>
        {row.judgement.evidence.map((each) => (
          <li key={each.code}>{evidenceText(words, each)}</li>
        ))}
        {message && <li>{words.say("exitMessage", { message })}</li>}
        <li>{words.say("qosClass", { qos: row.qos ?? words.unmeasured })}</li>
      </ul>
      <h3 className="font-medium">{words.say("lastLines")}</h3>
      {maySeeLogs ? (
        <LastLines row={row} />
      ) : (
        <p className="text-muted">{words.say("logProblems.admins-only")}</p>
      )}
    </div>
  );
}

function LastLines({ row: { namespace, pod, container } }: { row: RestartRow }) {
  const words = useReportWords();
  const query = useQuery(lastLinesOf([{ namespace, pod, container }]));
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-24" />}>
      {({ items: [first] }) => {
        if (!first) return null;
        const { text, isLog } = logText(words, first.found);
        if (!isLog) return <p className="text-muted">{text}</p>;
        return (
          <>
            <pre
              tabIndex={0}
              aria-label={words.say("lastLines")}
              className="max-h-72 overflow-auto border p-2 font-mono text-xs"
            >
              {text}
            </pre>
            <p className="text-muted">{words.say("lastLinesNote")}</p>
          </>
        );
      }}
    </QueryView>
  );
}
