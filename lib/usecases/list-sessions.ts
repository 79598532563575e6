import { ok, refuse, type Result } from "@/lib/contracts/result";
import type { SessionList, SessionListQuery } from "@/lib/contracts/sessions";
import { databaseNow } from "@/lib/db/database";
import { listSessionRows } from "@/lib/db/session-list";
import { may, mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { launchProblemsNow } from "./steps/seen-now";
import { toSessionRow } from "./steps/session-row";

/** Sessions that the actor may see: all of them, those of the courses they instruct, or their own. */
export async function listSessions(
  context: Context,
  actor: Actor,
  query: SessionListQuery,
): Promise<Result<SessionList>> {
  if (!mayAnywhere(actor, "session.see")) return refuse("forbidden");
  const { at } = context.db;
  const { items, isCut } = await listSessionRows(at, { ...query, ...limitsOf(actor) });
  const problems = await launchProblemsNow(context.cluster, items);
  return ok({
    items: items.map((row) => toSessionRow(row, actor, problems.get(row.id))),
    isCut,
    serverNowMs: await databaseNow(at),
  });
}

function limitsOf(actor: Actor): { courseIds?: readonly string[]; onlyStudentId?: string } {
  if (may(actor, "session.see") || actor.type === "system") return {};
  return actor.instructs.length > 0 ? { courseIds: actor.instructs } : { onlyStudentId: actor.id };
}
