"use client";
import type { ReactTable } from "@tanstack/react-table";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "../ui/icon-button";
import { Select } from "../ui/inputs";
import type { Features } from "./features";
import { PAGE_SIZES } from "./table-url";

interface TableFooterProps<Data extends object> {
  readonly table: ReactTable<Features, Data>;
  readonly count: string;
}

export function TableFooter<Data extends object>({ table, count }: TableFooterProps<Data>) {
  const t = useTranslations("sessions");
  const { pageIndex, pageSize } = table.state.pagination;
  const pages = Math.max(1, table.getPageCount());
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-3 py-2 text-sm text-muted">
      <p role="status">{count}</p>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <label className="flex items-center gap-2">
          {t("pageSize")}
          <Select
            value={pageSize}
            onChange={(event) => table.setPageSize(Number(event.target.value))}
            className="h-7! w-auto!"
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size === 10_000 ? t("pageSizeAll") : size}
              </option>
            ))}
          </Select>
        </label>
        <span>{t("pageOf", { page: pageIndex + 1, pages })}</span>
        <IconButton
          icon={ChevronLeft}
          size="small"
          label={t("previous")}
          disabled={!table.getCanPreviousPage()}
          onClick={() => table.previousPage()}
        />
        <IconButton
          icon={ChevronRight}
          size="small"
          label={t("next")}
          disabled={!table.getCanNextPage()}
          onClick={() => table.nextPage()}
        />
      </div>
    </div>
  );
}
