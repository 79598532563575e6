/** Rows as text in aligned columns. An empty list is said, not shown as nothing. */
export function alignedText(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  whenEmpty: string,
): string {
  if (rows.length === 0) return whenEmpty;
  const lines = [headings, ...rows].map((line) => line.map(oneLine));
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => displayWidth(line[column] ?? ""))),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - displayWidth(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Control characters in a stored name must not steer the operator's terminal. */
function oneLine(cell: string): string {
  return cell.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
}

/** Hangul and other wide characters take two columns of a terminal. */
function displayWidth(cell: string): number {
  let width = 0;
  for (const character of cell) width += WIDE.test(character) ? 2 : 1;
  return width;
}
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;
