import { ok, refuse, type Result } from "@/lib/contracts/result";
import type { BackstopsAnswer } from "@/lib/contracts/sessions";
import { databaseNow } from "@/lib/db/database";
import { backstopsOf } from "@/lib/domain/backstops";
import { jobName } from "@/lib/domain/names";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { findVisible } from "./steps/find-visible";

/** What would end the machines of a session if this app died, as the cluster is now. */
export async function getSessionBackstops(
  context: Context,
  actor: Actor,
  { id }: { readonly id: string },
): Promise<Result<BackstopsAnswer>> {
  const row = await findVisible(context, actor, "session.see", id);
  if (row === null) return refuse("not-found");
  const { cluster, db, signal } = context;
  const { namespace, kind } = row;
  const refs = {
    job: { namespace, name: jobName(id) },
    machines: row.machines.map(({ name }) => ({ namespace, kind, name })),
  };
  const [guards, cleaners] = await Promise.all([cluster.readGuards(refs, signal), cluster.view.cleaners()]);
  const serverNowMs = await databaseNow(db.at);
  return ok({ machines: backstopsOf(row, guards, cleaners, serverNowMs), serverNowMs });
}
