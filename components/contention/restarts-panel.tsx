"use client";
import { parseAsString, useQueryState } from "nuqs";
import { memo, useState } from "react";
import type { UntimedReport } from "@/lib/domain/contention/report";
import { cx } from "../ui/class-names";
import { Select } from "../ui/inputs";
import { Panel } from "../ui/panel";
import { RESTART_HEAD, RestartCells } from "./restart-cells";
import { ShowMore } from "./show-more";
import { useReportWords } from "./use-report-words";

/** So many at first, and so many more whenever somebody wants them. */
const STEP = 30;
/** A longer table scrolls within itself. */
const MANY = 20;

interface RestartsPanelProps {
  readonly restarts: UntimedReport["restarts"];
  readonly maySeeLogs: boolean;
  /** Of older pods on the same nodes, with what has to be known of them; left out: of the chosen ones. */
  readonly olderNote?: string;
}

/** Each container that ended or restarted, and how it was judged, the most restarted first. */
export const RestartsPanel = memo(function RestartsPanel({
  restarts,
  maySeeLogs,
  olderNote,
}: RestartsPanelProps) {
  const words = useReportWords();
  const [most, setMost] = useState(STEP);
  const [node, setNode] = useQueryState("node", parseAsString.withOptions({ history: "replace" }));
  const chosen = node === null || olderNote ? restarts : restarts.filter((row) => row.node === node);
  const shown = chosen.slice(0, most);
  const title = words.say(olderNote ? "neighbours" : "restarts");
  if (restarts.length === 0)
    return (
      <Panel title={title}>
        <p className="text-muted">{olderNote ?? words.say("noRestartRows")}</p>
      </Panel>
    );
  return (
    <Panel
      title={title}
      isFlush
      aside={
        <>
          {restarts.length > shown.length
            ? words.say("restartCountShown", { count: restarts.length, shown: shown.length })
            : words.say("restartCount", { count: restarts.length })}
          {!olderNote && (
            <NodeFilter node={node} restarts={restarts} onChange={(name) => void setNode(name)} />
          )}
        </>
      }
    >
      {olderNote && <p className="max-w-3xl px-4 py-3 text-sm text-muted">{olderNote}</p>}
      <div
        role="group"
        aria-label={title}
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
                    "h-9 px-2 py-1 align-bottom text-sm break-keep wrap-normal font-medium text-muted first:pl-4 last:pr-4 xl:whitespace-nowrap",
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
      {chosen.length === 0 && <p className="p-4 text-muted">{words.say("noRestartsThere")}</p>}
      <ShowMore left={chosen.length - shown.length} step={STEP} onMore={() => setMost(most + STEP)} />
    </Panel>
  );
});

interface NodeFilterProps {
  readonly node: string | null;
  readonly restarts: UntimedReport["restarts"];
  readonly onChange: (node: string | null) => void;
}

/** Nodes of the table; one of a link that is not among them can still be seen and taken back. */
function NodeFilter({ node, restarts, onChange }: NodeFilterProps) {
  const words = useReportWords();
  const names = new Set(restarts.flatMap((row) => row.node ?? []));
  if (node !== null) names.add(node);
  return (
    <Select
      aria-label={words.say("nodeFilter")}
      className="w-auto! max-w-48"
      value={node ?? ""}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">{words.say("everyNode")}</option>
      {[...names].sort().map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  );
}
