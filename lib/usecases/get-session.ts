import { ok, refuse, type Result } from "@/lib/contracts/result";
import type { SessionAnswer } from "@/lib/contracts/sessions";
import { databaseNow } from "@/lib/db/database";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { findVisible } from "./steps/find-visible";
import { sessionDetail } from "./steps/session-detail";

/** One session with its events, its objects in the cluster and how to reach its machines. */
export async function getSession(
  context: Context,
  actor: Actor,
  { id }: { readonly id: string },
): Promise<Result<SessionAnswer>> {
  if ((await findVisible(context, actor, "session.see", id)) === null) return refuse("not-found");
  const { at } = context.db;
  const session = await sessionDetail(context, actor, id);
  if (session === null) return refuse("not-found");
  return ok({ session, serverNowMs: await databaseNow(at) });
}
