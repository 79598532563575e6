import { ok, refuse, type Result } from "@/lib/contracts/result";
import type { AuditAnswer, AuditQuery } from "@/lib/contracts/status";
import { listAudit as list } from "@/lib/db/audit";
import { databaseNow } from "@/lib/db/database";
import { may, mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";

const PAGE = 100;

/** The audit log, newest first, 100 a page; for an instructor what concerns the courses that they instruct. */
export async function listAudit(
  { db: { at } }: Context,
  actor: Actor,
  { before }: AuditQuery,
): Promise<Result<AuditAnswer>> {
  if (!mayAnywhere(actor, "audit.see")) return refuse("forbidden");
  const courseIds = may(actor, "audit.see") || actor.type === "system" ? undefined : actor.instructs;
  const rows = await list(at, { before, courseIds, limit: PAGE + 1 });
  const items = rows.slice(0, PAGE);
  const nextBefore = rows.length > PAGE ? (items.at(-1)?.id ?? null) : null;
  return ok({ items, nextBefore, serverNowMs: await databaseNow(at) });
}
