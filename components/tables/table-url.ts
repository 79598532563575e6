import type { PaginationState, SortingState } from "@tanstack/react-table";

export const PAGE_SIZES = [50, 100, 500, 10_000] as const;
export const DEFAULT_PAGE_SIZE = 100;

/** "-expires" is by `expires`, last first. Unknown columns are left out, so that an old link still opens. */
export function parseSort(text: string, columns: readonly string[]): SortingState {
  const isDescending = text.startsWith("-");
  const id = isDescending ? text.slice(1) : text;
  return columns.includes(id) ? [{ id, desc: isDescending }] : [];
}

export function formatSort(sorting: SortingState): string {
  const first = sorting[0];
  return first ? `${first.desc ? "-" : ""}${first.id}` : "";
}

/** `page` is 1-based in the URL, as people count. A page past the end is the last one. */
export function parsePage(page: number, size: number, rowCount: number): PaginationState {
  const pageSize = PAGE_SIZES.find((known) => known === size) ?? DEFAULT_PAGE_SIZE;
  const lastIndex = Math.max(0, Math.ceil(rowCount / pageSize) - 1);
  return { pageSize, pageIndex: Math.min(Math.max(0, page - 1), lastIndex) };
}

/** The columns to show: those named, else the table's own choice. */
export function shownColumns(
  named: readonly string[] | null,
  all: readonly string[],
  byDefault: readonly string[],
): Record<string, boolean> {
  const shown = new Set(named && named.some((id) => all.includes(id)) ? named : byDefault);
  return Object.fromEntries(all.map((id) => [id, shown.has(id)]));
}
