import "server-only";
import type { z } from "zod";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { invalid } from "./refusals";

/**
 * What somebody sent, as `schema` reads it, or a refusal that names what is wrong. Text that PostgreSQL can neither keep
 * nor look for (U+0000, half of a surrogate pair) is refused here for every field there is, however deep.
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): Result<T> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) return { ok: false, error: invalid(parsed.error) };
  const path = unstorablePath(parsed.data);
  return path === null ? ok(parsed.data) : refuse("invalid", { fields: [{ path, code: "bad-format" }] });
}

/** Where such a text is, by its path; null: nowhere. An input may be deeper than a stack, or hold itself. */
function unstorablePath(input: unknown): string | null {
  const seen = new Set<unknown>();
  const waiting: (readonly [value: unknown, path: string])[] = [[input, ""]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, path] = next;
    if (typeof value === "string" && isUnstorable(value)) return path;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, inner] of Object.entries(value)) {
      if (isUnstorable(key)) return path;
      waiting.push([inner, path === "" ? key : `${path}.${key}`.slice(0, 200)]);
    }
  }
  return null;
}

const isUnstorable = (text: string): boolean => /[\0\p{Surrogate}]/u.test(text);
