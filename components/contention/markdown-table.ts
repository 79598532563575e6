import type { CsvCell } from "@/lib/client/csv";
import type { ReportWords } from "./words";

/** A pipe or a line break in a cell would break the table. What is not told is said to be. */
export function markdownTable(
  words: Pick<ReportWords, "unmeasured">,
  header: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): string {
  const text = (cell: CsvCell) => String(cell ?? words.unmeasured);
  const line = (cells: readonly CsvCell[]) =>
    `| ${cells
      .map((cell) =>
        text(cell)
          .replaceAll("|", "\\|")
          .replaceAll(/\s*[\r\n]+\s*/g, " "),
      )
      .join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}
