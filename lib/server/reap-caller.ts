import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { ClusterError } from "@/lib/cluster/cluster-error";
import type { Context, Log } from "@/lib/usecases/context";
import { appContext } from "./app-context";
import type { Env } from "./env";
import { refusalOf } from "./refusals";
import { json } from "./route";

export type ReapKeys = Pick<Env, "reapToken" | "reapServiceAccount" | "reapAudience">;

/**
 * May this caller start a pass? null: yes. Else the answer to give: 401 for who is not known, 403 for another, 503 with
 * a sentence where the cluster did not say. Two keys open: the shared token, and a ServiceAccount's projected token
 * that the cluster itself vouches for. Throws what opening the app's context throws.
 */
export async function refuseReapCaller(request: Request, keys: ReapKeys, log: Log): Promise<Response | null> {
  const bearer = bearerOf(request);
  if (bearer === null || (keys.reapToken === null && keys.reapServiceAccount === null))
    return json({ code: "signed-out" }, 401);
  if (keys.reapToken !== null && isSameSecret(bearer, keys.reapToken)) return null;
  // What is no JWT is no ServiceAccount's token: the cluster is not asked, and never sees it.
  if (keys.reapServiceAccount === null || !JWT.test(bearer)) return json({ code: "forbidden" }, 403);
  return refuseAccount(await appContext(), bearer, keys.reapServiceAccount, keys.reapAudience, log);
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

async function refuseAccount(
  { cluster, signal }: Context,
  token: string,
  account: string,
  audience: string,
  log: Log,
): Promise<Response | null> {
  try {
    const holder = await cluster.reviewToken({ token, audience }, signal);
    if (holder?.userName === account) return null;
    log.warn(
      { why: holder === null ? "not-known" : "another-account" },
      "a caller of POST /api/reap was refused",
    );
    return json({ code: holder === null ? "signed-out" : "forbidden" }, holder === null ? 401 : 403);
  } catch (error) {
    return json(
      { ...refusalOf(error, log, "TokenReview of POST /api/reap"), message: sentenceOf(error) },
      503,
    );
  }
}

/** For whoever reads the log of the CronJob's pod: there is no screen there. */
function sentenceOf(error: unknown): string {
  const isRefused = error instanceof ClusterError && error.code === "forbidden";
  return isRefused
    ? "The caller's token could not be checked: this app may not create tokenreviews (group authentication.k8s.io)."
    : "The caller's token could not be checked: the cluster did not answer the TokenReview. Call again in a minute.";
}

/** The token of `Authorization: Bearer …`, or null. A ServiceAccount's has about 1,200 characters. */
export function bearerOf(request: Request): string | null {
  return /^Bearer ([\x21-\x7e]{1,4096})$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Takes the same time whatever differs: digests are of equal length, and compared whole. */
export function isSameSecret(given: string, kept: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(kept));
}
