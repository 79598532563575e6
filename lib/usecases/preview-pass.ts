import type { PreviewAnswer } from "@/lib/contracts/reaper";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { databaseNow } from "@/lib/db/database";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { readIdentity } from "./reap-identity";
import { judge, readView } from "./reap-look";

/** What a pass would do now: the same look and the same plan, not carried out, and nothing is written. */
export async function previewPass(context: Context, actor: Actor): Promise<Result<PreviewAnswer>> {
  if (!may(actor, "pass.see")) return refuse("forbidden");
  const signal = context.signal ?? new AbortController().signal;
  const [identity, view] = await Promise.all([
    readIdentity(context, null, signal),
    readView(context, signal),
  ]);
  const { plan, hold, skewMs } = await judge(context, view, identity.hold);
  const serverNowMs = await databaseNow(context.db.at);
  return ok({ plan, held: hold === "lease-unknown" ? null : hold, skewMs, serverNowMs });
}
