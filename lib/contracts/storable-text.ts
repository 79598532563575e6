import { isStorable } from "@/lib/domain/storable-text";
import type { FieldError } from "./result";

/**
 * Where an input holds text that PostgreSQL stores neither as text nor as jsonb: refused as a field, since the database
 * would refuse the whole statement. Names of properties count too.
 */
export function unstorableFields(input: unknown, path: readonly string[] = []): FieldError[] {
  if (typeof input === "string") return isStorable(input) ? [] : [badAt(path)];
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input).flatMap(([key, value]) =>
    isStorable(key) ? unstorableFields(value, [...path, key]) : [badAt(path)],
  );
}

function badAt(path: readonly string[]): FieldError {
  return { path: path.join("."), code: "bad-format" };
}
