import type { z } from "zod";
import { type FieldError, ok, refuse, type Result } from "./result";
import { unstorableFields } from "./storable-text";

const MOST_FIELDS = 50;

/** What somebody sent, as the schema wants it; else which fields are wrong, in codes that lib/i18n words. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): Result<T> {
  const parsed = schema.safeParse(input, { reportInput: true });
  const fields = parsed.success ? unstorableFields(parsed.data) : parsed.error.issues.map(fieldOf);
  if (parsed.success && fields.length === 0) return ok(parsed.data);
  return refuse("invalid", { fields: fields.slice(0, MOST_FIELDS) });
}

function fieldOf(issue: z.core.$ZodIssue): FieldError {
  const path = issue.path.map(String).join(".").slice(0, 200);
  switch (issue.code) {
    case "too_big":
      return {
        path,
        code: issue.origin === "string" ? "too-long" : "too-big",
        params: { max: Number(issue.maximum) },
      };
    case "too_small":
      if (issue.origin === "string" && Number(issue.minimum) <= 1) return { path, code: "required" };
      return {
        path,
        code: issue.origin === "string" ? "too-short" : "too-small",
        params: { min: Number(issue.minimum) },
      };
    case "invalid_format":
      return { path, code: issue.format === "email" ? "not-an-email" : "bad-format" };
    case "invalid_type":
      return { path, code: issue.input === undefined ? "required" : "wrong-type" };
    default:
      return { path, code: "not-allowed" };
  }
}
