import { canExtend, type Extendable } from "@/lib/domain/lifetime";
import type { SessionStatus } from "@/lib/domain/session";

export type ExtendableRow = Extendable & { readonly id: string; readonly status: SessionStatus };

/** What an extension at `nowMs` will make of the row, by the rule that the server uses; the row itself where refused. */
export function extendRow<Row extends ExtendableRow>(row: Row, nowMs: number): Row {
  const extension = canExtend(row, nowMs);
  return extension.ok ? { ...row, expiresAtMs: extension.expiresAtMs } : row;
}

/** A list with the named rows extended; the same list where none is in it. */
export function extendRows<Row extends ExtendableRow>(
  rows: readonly Row[],
  ids: ReadonlySet<string>,
  nowMs: number,
): readonly Row[] {
  if (!rows.some((row) => ids.has(row.id))) return rows;
  return rows.map((row) => (ids.has(row.id) ? extendRow(row, nowMs) : row));
}

/**
 * Puts back what a refused extension had shown. A row that the server has told of since is left as it is: only an end
 * that is still the shown one goes back.
 */
export function rollBackRows<Row extends ExtendableRow>(
  rows: readonly Row[],
  before: ReadonlyMap<string, number>,
  shown: ReadonlyMap<string, number>,
): readonly Row[] {
  return rows.map((row) => {
    const expiresAtMs = before.get(row.id);
    const isStillShown = row.expiresAtMs === shown.get(row.id);
    return expiresAtMs === undefined || !isStillShown ? row : { ...row, expiresAtMs };
  });
}
