"use client";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, type ReactNode, useId, useState } from "react";
import type { RestartRow } from "@/lib/domain/contention/restarts";
import { cx } from "../ui/class-names";
import { IconButton } from "../ui/icon-button";
import { useDuration } from "../ui/time-format";
import { At, Measured } from "../ui/times";
import { RestartDetails } from "./restart-details";
import { useReportWords } from "./use-report-words";
import { backOffText, budgetText, causeText, exitText, RESTART_COLUMNS } from "./words";

interface RestartCellsProps {
  readonly row: RestartRow;
  readonly maySeeLogs: boolean;
}

/** A row of the restart table, and below it, once opened, what it rests on. */
export const RestartCells = memo(function RestartCells({ row, maySeeLogs }: RestartCellsProps) {
  const [isOpen, setOpen] = useState(false);
  const words = useReportWords();
  const id = useId();
  const name = `${row.namespace}/${row.pod}, ${row.container}`;
  return (
    <>
      <tr role="row" className={cx("max-sm:grid max-sm:grid-cols-2 max-sm:py-2", !isOpen && "border-b")}>
        <td role="cell" className="py-1 pr-2 pl-2 align-top max-sm:col-span-2">
          <div className="flex items-start gap-1">
            <IconButton
              icon={isOpen ? ChevronDown : ChevronRight}
              size="small"
              label={words.say("detailsOf", { name })}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            />
            <div className="min-w-0 py-1 sm:min-w-56">
              <p className="break-all max-sm:font-medium">{row.pod}</p>
              <p className="text-xs text-muted">{row.namespace}</p>
            </div>
          </div>
        </td>
        <Facts row={row} />
      </tr>
      {isOpen && (
        <tr role="row" id={id} className="border-b max-sm:block">
          <td role="cell" colSpan={RESTART_COLUMNS.length} className="px-4 pt-1 pb-3 sm:pl-11 max-sm:block">
            <RestartDetails row={row} maySeeLogs={maySeeLogs} />
          </td>
        </tr>
      )}
    </>
  );
});

function Facts({ row }: { row: RestartRow }) {
  const words = useReportWords();
  const duration = useDuration();
  const { role, restarts, backOff, readySinceMs, lastExit } = row;
  const ran = lastExit?.ranForMs ?? null;
  return (
    <>
      <Fact of="container">
        {row.container}
        {role !== "app" && <span className="text-muted"> ({words.say(`roles.${role}`)})</span>}
      </Fact>
      <Fact of="node">{row.node ?? words.say("noNode")}</Fact>
      <Fact of="restarts" isNumeric>
        <Measured value={restarts === null ? null : words.number(restarts)} />
      </Fact>
      <Fact of="exit">{exitText(words, row)}</Fact>
      <Fact of="cause">{causeText(words, row)}</Fact>
      <Fact of="ran" isNumeric>
        <Measured value={ran === null ? null : duration(ran)} />
      </Fact>
      <Fact of="budget">{budgetText(words, row)}</Fact>
      <Fact of="backOff">
        {backOffText(words, row)}
        {backOff.nextTryAtMs !== null && (
          <>
            {", "}
            {words.say("nextTry")} <At atMs={backOff.nextTryAtMs} withSeconds />
          </>
        )}
      </Fact>
      <Fact of="ready">
        {readySinceMs === null ? (
          <span className="text-muted">{words.say("notReadyNow")}</span>
        ) : (
          <At atMs={readySinceMs} withSeconds />
        )}
      </Fact>
    </>
  );
}

const NARROW: ReadonlySet<string> = new Set(["container", "node", "ready"]);

interface FactProps {
  /** The key of its column. */
  readonly of: string;
  readonly isNumeric?: boolean;
  readonly children: ReactNode;
}

/** A cell; on a narrow screen a line of its own with its column's name. */
function Fact({ of, isNumeric, children }: FactProps) {
  const words = useReportWords();
  return (
    <td
      role="cell"
      className={cx(
        "px-2 py-2 align-top last:pr-4",
        "max-sm:flex max-sm:flex-col max-sm:py-1 max-sm:pr-2 max-sm:even:pl-11",
        isNumeric && "whitespace-nowrap sm:text-right",
        NARROW.has(of) ? "sm:whitespace-nowrap" : !isNumeric && "sm:min-w-30",
      )}
    >
      <span aria-hidden className="text-xs text-muted sm:hidden">
        {words.say(`restartColumns.${of}`)}
      </span>
      <span className="min-w-0 break-words">{children}</span>
    </td>
  );
}
