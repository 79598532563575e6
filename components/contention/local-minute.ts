/** A moment (epoch milliseconds) as a field for date and time takes it, in the reader's own zone: 2026-12-02T14:05. */
export function localMinute(atMs: number): string {
  const at = new Date(atMs);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What such a field holds, epoch milliseconds; null where it is empty or not whole. */
export function momentOf(text: string): number | null {
  const atMs = text === "" ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(atMs) ? null : atMs;
}
