import {
  columnVisibilityFeature,
  createPaginatedRowModel,
  createSortedRowModel,
  metaHelper,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
} from "@tanstack/react-table";

interface ColumnMeta {
  /** The column's name, for its heading, the column choice and the CSV. */
  readonly label: string;
  readonly isNumeric?: boolean;
  /** How wide its cells may grow, a Tailwind class; what is longer is cut, and told whole on hover. */
  readonly maxWidth?: string;
}

/** What every table of the product can do. Filtering is done before the rows come in. */
export const FEATURES = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic, text: sortFn_text },
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
  rowSelectionFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});
export type Features = typeof FEATURES;
