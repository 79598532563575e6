import { ok, refuse, type ItemResult, type Result } from "@/lib/contracts/result";
import type { EndedSession } from "@/lib/contracts/sessions";
import { mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { LabSession } from "@/lib/domain/session";
import { isOver } from "@/lib/domain/states";
import type { Context } from "./context";
import { claimEnd, type Claim } from "./steps/claim-session";
import { eachItem } from "./steps/each-item";
import { findVisible } from "./steps/find-visible";
import { releaseWithin } from "./steps/release-session";

export interface EndOptions {
  /** How long the answer waits for the cluster; what is not accepted by then goes on after the answer. */
  readonly patienceMs?: number;
}

/**
 * Ends sessions: claims each row, deletes what it has, finishes it once the cluster accepted (design law 5). Answers
 * per item; "ending" where the cluster has not accepted everything yet, and the next pass tries again. Ends an `ending`
 * session anew. A session that is not the actor's to end is not-found.
 */
export async function endSessions(
  context: Context,
  actor: Actor,
  { ids }: { readonly ids: readonly string[] },
  { patienceMs = 12_000 }: EndOptions = {},
): Promise<Result<ItemResult<EndedSession>[]>> {
  if (!mayAnywhere(actor, "session.end")) return refuse("forbidden");
  const startedMs = performance.now();
  const patienceLeft = () => Math.max(0, patienceMs - (performance.now() - startedMs));
  return ok(await eachItem(context, ids, (id) => endOne(context, actor, id, patienceLeft)));
}

async function endOne(
  context: Context,
  actor: Actor,
  id: string,
  patienceLeft: () => number,
): Promise<Result<EndedSession>> {
  const row = await findVisible(context, actor, "session.end", id);
  if (row === null) return refuse("not-found");
  const claimed = await claimEnd(context.db.at, row, actor, claimBy(actor, row));
  if (claimed !== null) return ok({ id, status: await releaseWithin(context, claimed, patienceLeft()) });
  const now = await findVisible(context, actor, "session.end", id);
  if (now === null || isOver(now)) return refuse("refused", { reason: { code: "session-over" } });
  return ok({ id, status: await releaseWithin(context, now, patienceLeft()) });
}

function claimBy(actor: Actor, row: LabSession): Claim {
  if (actor.type === "person" && actor.id === row.studentId) {
    return { endReason: "returned", reason: { code: "returned" } };
  }
  return { endReason: "ended-by-admin", reason: { code: "ended-by-admin", params: { by: actor.name } } };
}
