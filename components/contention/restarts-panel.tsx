"use client";
import { memo, useState } from "react";
import type { ContentionReport } from "@/lib/domain/contention/report";
import { cx } from "../ui/class-names";
import { Button } from "../ui/button";
import { Panel } from "../ui/panel";
import { RESTART_HEAD, RestartCells } from "./restart-cells";
import { useReportWords } from "./use-report-words";

/** So many at first, and so many more whenever somebody wants them. */
const STEP = 100;
/** A longer table scrolls within itself. */
const MANY = 30;

interface RestartsPanelProps {
  readonly restarts: ContentionReport["restarts"];
  readonly maySeeLogs: boolean;
}

/** Each container that ended or restarted, and how it was judged, the most restarted first. */
export const RestartsPanel = memo(function RestartsPanel({ restarts, maySeeLogs }: RestartsPanelProps) {
  const words = useReportWords();
  const [most, setMost] = useState(STEP);
  const shown = restarts.slice(0, most);
  if (restarts.length === 0)
    return (
      <Panel title={words.say("restarts")}>
        <p className="text-muted">{words.say("noRestartRows")}</p>
      </Panel>
    );
  return (
    <Panel
      title={words.say("restarts")}
      isFlush
      aside={
        restarts.length > shown.length
          ? words.say("restartCountShown", { count: restarts.length, shown: shown.length })
          : words.say("restartCount", { count: restarts.length })
      }
    >
      <div
        role="group"
        aria-label={words.say("restarts")}
        tabIndex={0}
        className={cx(
          "overflow-x-auto",
          "max-sm:max-h-[36rem] max-sm:overflow-y-auto",
          shown.length > MANY && "max-h-[40rem] overflow-y-auto",
        )}
      >
        {/* The roles are said, for a table whose rows are blocks on a narrow screen is none to a browser. */}
        <table role="table" className="w-full text-left max-sm:block">
          <thead role="rowgroup" className="sticky top-0 z-10 bg-surface max-sm:sr-only">
            <tr role="row" className="border-b">
              {RESTART_HEAD.map((key) => (
                <th
                  key={key}
                  role="columnheader"
                  scope="col"
                  className={cx(
                    "h-9 px-2 py-1 align-bottom text-sm font-medium text-muted first:pl-4 last:pr-4 xl:whitespace-nowrap",
                    key === "restarts" && "sm:pr-4 text-right",
                  )}
                >
                  {words.say(`restartsHead.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-sm:block [&>tr:last-child]:border-b-0">
            {shown.map((row) => (
              <RestartCells key={`${row.podUid}/${row.container}`} row={row} maySeeLogs={maySeeLogs} />
            ))}
          </tbody>
        </table>
      </div>
      {restarts.length > shown.length && (
        <div className="border-t p-2">
          <Button look="quiet" onClick={() => setMost(most + STEP)}>
            {words.say("showMore", { count: Math.min(STEP, restarts.length - shown.length) })}
          </Button>
        </div>
      )}
    </Panel>
  );
});
