import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { ClusterError } from "@/lib/cluster/cluster-error";
import type { FieldError, Refusal, RefusalCode, Result } from "@/lib/contracts/result";
import { ok, refuse } from "@/lib/contracts/result";
import { unstorableFields } from "@/lib/contracts/storable-text";
import { isDatabaseDown } from "@/lib/db/database";
import type { Log } from "@/lib/usecases/context";
import { errorFields } from "./log";

/** HTTP status of each refusal: the one place that says so. */
export const STATUS: Readonly<Record<RefusalCode, number>> = {
  "signed-out": 401,
  forbidden: 403,
  "not-found": 404,
  invalid: 400,
  refused: 409,
  conflict: 409,
  "in-use": 409,
  unavailable: 503,
  unexpected: 500,
};

/** What a thrown error is to the caller; what it really was goes to the log, under the reference. */
export function refusalOf(error: unknown, log: Log, where: string): Refusal {
  const reference = randomUUID().slice(0, 8);
  const isDown = isDatabaseDown(error);
  if (isDown || error instanceof ClusterError) {
    log.warn(
      { reference, where, error: errorFields(error) },
      isDown ? "database cannot be reached" : "cluster call failed",
    );
    return { code: "unavailable", reference };
  }
  log.error({ reference, where, error: errorFields(error) }, "unexpected error");
  return { code: "unexpected", reference };
}

/** What somebody sent, as the schema wants it; else which fields are wrong, in codes that lib/i18n words. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): Result<T> {
  const parsed = schema.safeParse(input);
  const fields = parsed.success ? unstorableFields(parsed.data) : parsed.error.issues.map(fieldOf);
  if (parsed.success && fields.length === 0) return ok(parsed.data);
  return refuse("invalid", { fields: fields.slice(0, MOST_FIELDS) });
}
const MOST_FIELDS = 50;

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
