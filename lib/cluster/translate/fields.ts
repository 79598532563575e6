/** Safe reading of JSON from the cluster: a field of another type reads as missing, never as a crash. */
export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function record(value: unknown): Json {
  return isRecord(value) ? value : {};
}

export function records(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function textOrNull(value: unknown): string | null {
  return text(value) || null;
}

export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

/** Epoch ms of an RFC 3339 time, or null. */
export function timeMs(value: unknown): number | null {
  const ms = Date.parse(text(value));
  return Number.isNaN(ms) ? null : ms;
}

export function wholeNumber(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

export function textMap(value: unknown): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [key, one] of Object.entries(record(value))) if (typeof one === "string") texts[key] = one;
  return texts;
}
