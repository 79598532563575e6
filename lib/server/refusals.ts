import "server-only";
import { randomUUID } from "node:crypto";
import { ClusterError } from "@/lib/cluster/cluster-error";
import type { Refusal, RefusalCode } from "@/lib/contracts/result";
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
