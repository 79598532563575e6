import { saveText } from "./save-text";

export type CsvCell = string | number | boolean | null | undefined;

/**
 * Rows as CSV for a spreadsheet: RFC 4180 quoting, CRLF, a byte order mark so that Hangul opens right. A cell that a
 * spreadsheet would run as a formula (first character = + - @, tab or CR) gets a leading apostrophe (design section 8).
 */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map(csvCell).join(","));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

/** Numbers are written as they are: a negative number is no formula. */
export function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Hands the browser a CSV file to save. */
export function saveCsv(fileName: string, text: string): void {
  saveText(fileName, text, "text/csv");
}
