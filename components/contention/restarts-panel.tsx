"use client";
import { useState } from "react";
import type { ContentionReport } from "@/lib/domain/contention/report";
import type { RestartRow } from "@/lib/domain/contention/restarts";
import { Cell, PlainTable } from "../tables/plain-table";
import { Button } from "../ui/button";
import { Panel } from "../ui/panel";
import { useDuration } from "../ui/time-format";
import { At, Measured } from "../ui/times";
import { RestartDetails } from "./restart-details";
import { useReportWords } from "./use-report-words";
import { backOffText, budgetText, causeText, evidenceText, exitText, RESTART_COLUMNS } from "./words";

/** The page shows the worst; the export has all. */
const MOST_ROWS = 200;

/** Each container that ended or restarted, and how it was judged. */
export function RestartsPanel({
  restarts,
  maySeeLogs,
}: {
  restarts: ContentionReport["restarts"];
  maySeeLogs: boolean;
}) {
  const words = useReportWords();
  const hidden = restarts.length - MOST_ROWS;
  return (
    <Panel
      title={words.say("restarts")}
      isFlush={restarts.length > 0}
      aside={hidden > 0 ? words.say("more", { count: hidden }) : null}
    >
      {restarts.length === 0 ? (
        <p className="text-muted">{words.say("noRestartRows")}</p>
      ) : (
        <PlainTable
          label={words.say("restarts")}
          isLong
          head={RESTART_COLUMNS.map((key) => ({
            ...{ key, label: words.say(`restartColumns.${key}`) },
            isNumeric: key === "restarts" || key === "ran",
          }))}
        >
          {restarts.slice(0, MOST_ROWS).map((row) => (
            <Row key={`${row.podUid}/${row.container}`} row={row} maySeeLogs={maySeeLogs} />
          ))}
        </PlainTable>
      )}
    </Panel>
  );
}

function Row({ row, maySeeLogs }: { row: RestartRow; maySeeLogs: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const words = useReportWords();
  const duration = useDuration();
  const ran = row.lastExit?.ranForMs ?? null;
  return (
    <>
      <tr>
        <Cell>
          <Button
            look="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-label={words.say("detailsOf", { name: `${row.namespace}/${row.pod}, ${row.container}` })}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "−" : "+"}
          </Button>{" "}
          <span className="text-muted">{row.namespace}/</span>
          {row.pod}
        </Cell>
        <Cell>
          {row.container}
          {row.role !== "app" && <span className="text-muted"> {words.say(`roles.${row.role}`)}</span>}
        </Cell>
        <Cell>{row.node ?? words.say("noNode")}</Cell>
        <Cell isNumeric>
          <Measured value={row.restarts === null ? null : String(row.restarts)} />
        </Cell>
        <Cell>{exitText(words, row)}</Cell>
        <Cell>
          <span title={row.judgement.evidence.map((each) => evidenceText(words, each)).join("\n")}>
            {causeText(words, row)}
          </span>
        </Cell>
        <Cell isNumeric>
          <Measured value={ran === null ? null : duration(ran)} />
        </Cell>
        <Cell>{budgetText(words, row)}</Cell>
        <Cell>
          {backOffText(words, row)}
          {row.backOff.nextTryAtMs !== null && (
            <>
              {" "}
              (<At atMs={row.backOff.nextTryAtMs} withSeconds />)
            </>
          )}
        </Cell>
        <Cell>{row.readySinceMs === null ? "" : <At atMs={row.readySinceMs} withSeconds />}</Cell>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={RESTART_COLUMNS.length} className="px-3 py-2">
            <RestartDetails row={row} maySeeLogs={maySeeLogs} />
          </td>
        </tr>
      )}
    </>
  );
}
