"use client";
import type { Header, ReactTable, Row } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type RefObject, useRef } from "react";
import { cx } from "../ui/class-names";
import type { Features } from "./features";
import { useRowWindow } from "./use-row-window";

const ROW_PX = 36;

interface DataTableProps<Data extends object> {
  readonly table: ReactTable<Features, Data>;
  readonly label: string;
}

/**
 * A table that draws only the rows in sight: 10,000 rows scroll like 50. It is the scroller itself, so that the
 * heading stays and a wide table never makes the page wide.
 */
export function DataTable<Data extends object>({ table, label }: DataTableProps<Data>) {
  const scroller = useRef<HTMLDivElement>(null);
  const columnCount = table.getVisibleLeafColumns().length;
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={label}
      tabIndex={0}
      className="relative max-h-[calc(100dvh-17rem)] min-h-60 overflow-auto print:max-h-none print:overflow-visible"
    >
      <table
        aria-rowcount={table.getRowCount() + 1}
        className="w-full border-separate border-spacing-0 text-left whitespace-nowrap print:text-xs print:whitespace-normal"
      >
        <thead className="sticky top-0 z-10 bg-surface print:static">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} table={table} />
              ))}
            </tr>
          ))}
        </thead>
        <Body table={table} scroller={scroller} columnCount={columnCount} />
      </table>
    </div>
  );
}

interface HeaderCellProps<Data extends object> {
  readonly header: Header<Features, Data, unknown>;
  readonly table: ReactTable<Features, Data>;
}
const ORDER = { asc: "ascending", desc: "descending" } as const;

function HeaderCell<Data extends object>({ header, table }: HeaderCellProps<Data>) {
  const { column } = header;
  const sorted = column.getIsSorted();
  const Icon = sorted === "asc" ? ArrowUp : sorted === "desc" ? ArrowDown : ChevronsUpDown;
  const isNumeric = column.columnDef.meta?.isNumeric;
  return (
    <th
      scope="col"
      aria-sort={sorted ? ORDER[sorted] : undefined}
      className={cx("h-9 border-b px-3 text-sm font-medium text-muted print:px-1", isNumeric && "text-right")}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          onClick={column.getToggleSortingHandler()}
          className={cx(
            "-mx-1 inline-flex h-7 items-center gap-1 rounded-md px-1 hover:text-fg",
            sorted && "text-fg",
          )}
        >
          <table.FlexRender header={header} />
          <Icon aria-hidden size={12} className={sorted ? undefined : "opacity-40"} />
        </button>
      ) : (
        <table.FlexRender header={header} />
      )}
    </th>
  );
}

interface BodyProps<Data extends object> {
  readonly table: ReactTable<Features, Data>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly columnCount: number;
}

function Body<Data extends object>({ table, scroller, columnCount }: BodyProps<Data>) {
  const { rows } = table.getRowModel();
  const { first, end } = useRowWindow(scroller, rows.length, ROW_PX);
  const pageStart = table.state.pagination.pageIndex * table.state.pagination.pageSize;
  return (
    <tbody>
      <Spacer px={first * ROW_PX} columnCount={columnCount} />
      {rows.slice(first, end).map((row, index) => (
        <BodyRow key={row.id} row={row} table={table} rowIndex={pageStart + first + index + 2} />
      ))}
      <Spacer px={(rows.length - end) * ROW_PX} columnCount={columnCount} />
    </tbody>
  );
}

interface BodyRowProps<Data extends object> {
  readonly row: Row<Features, Data>;
  readonly table: ReactTable<Features, Data>;
  readonly rowIndex: number;
}

function BodyRow<Data extends object>({ row, table, rowIndex }: BodyRowProps<Data>) {
  return (
    <tr
      aria-rowindex={rowIndex}
      aria-selected={row.getIsSelected() || undefined}
      className="h-9 hover:bg-sunken aria-selected:bg-accent-soft"
    >
      {row.getVisibleCells().map((cell) => (
        <td
          key={cell.id}
          className={cx(
            "truncate border-b px-3 print:px-1 print:wrap-anywhere print:whitespace-normal",
            cell.column.columnDef.meta?.maxWidth ?? "max-w-80",
            cell.column.columnDef.meta?.isNumeric && "text-right",
          )}
          title={cell.column.columnDef.meta?.maxWidth && textOf(cell.getValue())}
        >
          <table.FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  );
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** Stands for the rows that are not drawn. */
function Spacer({ px, columnCount }: { px: number; columnCount: number }) {
  if (px <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columnCount} style={{ height: px }} className="p-0" />
    </tr>
  );
}
