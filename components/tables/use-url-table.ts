"use client";
import {
  type ReactTable,
  type RowSelectionState,
  type TableOptions,
  type Updater,
  useTable,
} from "@tanstack/react-table";
import { parseAsArrayOf, parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { FEATURES, type Features } from "./features";
import { DEFAULT_PAGE_SIZE, formatSort, parsePage, parseSort, shownColumns } from "./table-url";

interface UrlTableOptions<Row extends object> {
  readonly columns: TableOptions<Features, Row>["columns"];
  readonly data: readonly Row[];
  readonly getRowId: (row: Row) => string;
  /** Columns that may be hidden, and those shown where the URL names none. */
  readonly choosable: readonly string[];
  readonly shownByDefault: readonly string[];
  readonly defaultSort: string;
}

const PARSERS = {
  sort: parseAsString.withDefault(""),
  page: parseAsInteger.withDefault(1),
  size: parseAsInteger.withDefault(DEFAULT_PAGE_SIZE),
  cols: parseAsArrayOf(parseAsString),
};

/** A table whose order, columns and page live in the URL, so that a link shows what its sender saw. */
export function useUrlTable<Row extends object>(options: UrlTableOptions<Row>): ReactTable<Features, Row> {
  const { columns, data, getRowId, choosable, shownByDefault, defaultSort } = options;
  const [url, setUrl] = useQueryStates(PARSERS, { history: "replace" });
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const ids = useMemo(() => columns.map((column) => column.id ?? ""), [columns]);
  const sorting = useMemo(() => parseSort(url.sort || defaultSort, ids), [url.sort, defaultSort, ids]);
  const columnVisibility = useMemo(
    () => shownColumns(url.cols, choosable, shownByDefault),
    [url.cols, choosable, shownByDefault],
  );
  const pagination = parsePage(url.page, url.size, data.length);
  return useTable({
    features: FEATURES,
    columns,
    data: data as Row[],
    getRowId,
    enableMultiSort: false,
    autoResetPageIndex: false,
    sortDescFirst: false,
    state: { sorting, pagination, columnVisibility, rowSelection },
    onRowSelectionChange: setRowSelection,
    onSortingChange: (change) => void setUrl({ sort: formatSort(changed(change, sorting)) || null, page: 1 }),
    onPaginationChange: (change) => {
      const next = changed(change, pagination);
      const isSameSize = next.pageSize === pagination.pageSize;
      void setUrl({ page: isSameSize ? next.pageIndex + 1 : 1, size: next.pageSize });
    },
    onColumnVisibilityChange: (change) => {
      const next = changed(change, columnVisibility);
      const cols = choosable.filter((id) => next[id] !== false);
      void setUrl({ cols: cols.join() === shownByDefault.join() ? null : cols });
    },
  });
}

function changed<Value>(change: Updater<Value>, old: Value): Value {
  return typeof change === "function" ? (change as (old: Value) => Value)(old) : change;
}
