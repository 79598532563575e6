import type { FieldError } from "./result";

/** A NUL, or half of a character that takes two units of UTF-16. */
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Where an input holds text that PostgreSQL stores neither as text nor as jsonb: refused as a field, since the database
 * would refuse the whole statement. Names of properties count too.
 */
export function unstorableFields(input: unknown, path: readonly string[] = []): FieldError[] {
  if (typeof input === "string") return UNSTORABLE.test(input) ? [badAt(path)] : [];
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input).flatMap(([key, value]) =>
    UNSTORABLE.test(key) ? [badAt(path)] : unstorableFields(value, [...path, key]),
  );
}

function badAt(path: readonly string[]): FieldError {
  return { path: path.join("."), code: "bad-format" };
}
