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
import { backOffText, budgetText, causeText, exitText } from "./words";

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
            <div className="min-w-0 py-1 sm:min-w-36 xl:min-w-52">
              <p className="wrap-anywhere max-sm:font-medium">{row.pod}</p>
              <p className="text-xs text-muted">
                {row.namespace}, {row.container}
                {row.role !== "app" && ` (${words.say(`roles.${row.role}`)})`}
              </p>
            </div>
          </div>
        </td>
        <Facts row={row} />
      </tr>
      {isOpen && (
        <tr role="row" id={id} className="border-b max-sm:block">
          <td role="cell" colSpan={RESTART_HEAD.length} className="px-4 pt-1 pb-3 sm:pl-11 max-sm:block">
            <RestartDetails row={row} maySeeLogs={maySeeLogs} />
          </td>
        </tr>
      )}
    </>
  );
});

/** Keys of "restartsHead", in the order of the cells: what the export has in ten columns, in six that fit a laptop. */
export const RESTART_HEAD = ["pod", "node", "restarts", "ended", "ran", "now"] as const;

function Facts({ row }: { row: RestartRow }) {
  const words = useReportWords();
  const duration = useDuration();
  const { restarts, readySinceMs, lastExit } = row;
  const ran = lastExit?.ranForMs ?? null;
  return (
    <>
      <Fact of="node">{row.node ?? words.say("noNode")}</Fact>
      <Fact of="restarts">
        <Measured value={restarts === null ? null : words.number(restarts)} />
      </Fact>
      <Fact of="ended" below={exitText(words, row)}>
        {causeText(words, row)}
      </Fact>
      <Fact of="ran" below={words.say("budgetIs", { text: budgetText(words, row) })}>
        <Measured value={ran === null ? null : duration(ran)} />
      </Fact>
      <Fact of="now" below={<BackOff row={row} />}>
        {readySinceMs === null ? (
          <span className="text-muted">{words.say("notReadyNow")}</span>
        ) : (
          <At atMs={readySinceMs} withSeconds />
        )}
      </Fact>
    </>
  );
}

function BackOff({ row }: { row: RestartRow }) {
  const words = useReportWords();
  const { nextTryAtMs } = row.backOff;
  return (
    <>
      {words.say("backOffIs", { text: backOffText(words, row) })}
      {nextTryAtMs !== null && (
        <>
          {", "}
          {words.say("nextTry")} <At atMs={nextTryAtMs} withSeconds />
        </>
      )}
    </>
  );
}

interface FactProps {
  /** The key of its column. */
  readonly of: (typeof RESTART_HEAD)[number];
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

/** A cell, with what explains it below; on a narrow screen a block of its own with its column's name. */
function Fact({ of, children, below }: FactProps) {
  const words = useReportWords();
  return (
    <td
      role="cell"
      className={cx(
        "px-2 py-2 align-top last:pr-4",
        "max-sm:flex max-sm:flex-col max-sm:py-1 max-sm:pr-2 max-sm:even:pl-11",
        of === "restarts" && "sm:pr-4 sm:text-right",
        of === "node" && "wrap-anywhere sm:min-w-20 xl:min-w-36",
        of === "ended" && "sm:min-w-38 xl:min-w-56",
        of === "ran" && "sm:min-w-32 xl:min-w-60",
        of === "now" && "sm:min-w-24 xl:min-w-36",
      )}
    >
      <span aria-hidden className="text-xs text-muted sm:hidden">
        {words.say(`restartsHead.${of}`)}
      </span>
      <span className="min-w-0 break-words">{children}</span>
      {below && <span className="block text-xs text-muted">{below}</span>}
    </td>
  );
}
