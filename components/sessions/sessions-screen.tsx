"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactTable } from "@tanstack/react-table";
import { Download, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { sessionsQuery } from "@/lib/client/queries";
import type { SessionList, SessionRow } from "@/lib/contracts/sessions";
import { ColumnMenu } from "../tables/column-menu";
import { DataTable } from "../tables/data-table";
import type { Features } from "../tables/features";
import { TableFooter } from "../tables/table-footer";
import { useUrlTable } from "../tables/use-url-table";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { Note } from "../ui/note";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { SkeletonRows } from "../ui/skeleton";
import { BulkBar } from "./bulk-bar";
import { OpenSessionDialog } from "./open-session-dialog";
import { SESSION_COLUMNS, SESSION_COLUMNS_SHOWN, useSessionColumns } from "./session-columns";
import { SessionFilterBar } from "./session-filter-bar";
import { useSessionCsv } from "./use-session-csv";
import { type SessionFilterState, useSessionFilter } from "./use-session-filter";

export function SessionsScreen() {
  const t = useTranslations("sessions");
  const [isOpening, setOpening] = useState(false);
  return (
    <>
      <PageTitle
        aside={
          <Button look="primary" onClick={() => setOpening(true)}>
            <Plus aria-hidden size={16} />
            {t("open")}
          </Button>
        }
      >
        {t("title")}
      </PageTitle>
      <SessionsPanel onOpen={() => setOpening(true)} />
      <OpenSessionDialog isOpen={isOpening} onClose={() => setOpening(false)} />
    </>
  );
}

const idOf = (row: SessionRow) => row.id;
const NONE: readonly SessionRow[] = [];

/** What is searched and chosen stays where it is, also while the list cannot be read: it may be why. */
function SessionsPanel({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations("sessions");
  const filterState = useSessionFilter();
  const query = useQuery(sessionsQuery(filterState.filter));
  const columns = useSessionColumns();
  const exportCsv = useSessionCsv();
  const table = useUrlTable({
    columns,
    data: query.data?.items ?? NONE,
    getRowId: idOf,
    choosable: SESSION_COLUMNS,
    shownByDefault: SESSION_COLUMNS_SHOWN,
    defaultSort: "expires",
  });
  const rows = table.getPrePaginatedRowModel().rows;
  return (
    <div className="rounded-md border bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b p-2 print:hidden">
        <SessionFilterBar {...filterState} rows={query.data?.items ?? NONE} />
        <div className="flex flex-wrap gap-2">
          <ColumnMenu table={table} />
          <Button disabled={rows.length === 0} onClick={() => exportCsv(rows.map((row) => row.original))}>
            <Download aria-hidden size={16} />
            {t("csv")}
          </Button>
        </div>
      </div>
      <QueryView query={query} skeleton={<SkeletonRows rows={14} />}>
        {(list) => <SessionsTable list={list} table={table} filterState={filterState} onOpen={onOpen} />}
      </QueryView>
    </div>
  );
}

interface SessionsTableProps {
  readonly list: SessionList;
  readonly table: ReactTable<Features, SessionRow>;
  readonly filterState: SessionFilterState;
  readonly onOpen: () => void;
}
function SessionsTable({ list, table, filterState, onOpen }: SessionsTableProps) {
  const t = useTranslations("sessions");
  const selected = table.getSelectedRowModel().rows.map((row) => row.original);
  return (
    <>
      {list.isCut && <Note tone="warn">{t("cut")}</Note>}
      <BulkBar selected={selected} onClear={() => table.resetRowSelection(true)} />
      {list.items.length > 0 ? (
        <DataTable table={table} label={t("table")} />
      ) : filterState.isFiltered ? (
        <Empty title={t("emptyFiltered")}>
          <Button onClick={filterState.clear}>{t("clearFilters")}</Button>
        </Empty>
      ) : (
        <Empty title={t("empty")} hint={t("emptyHint")}>
          <Button onClick={onOpen}>{t("open")}</Button>
        </Empty>
      )}
      <TableFooter table={table} count={t("count", { count: list.items.length })} />
    </>
  );
}
