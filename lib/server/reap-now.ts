import "server-only";
import type { PassSummary } from "@/lib/domain/pass-summary";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "@/lib/usecases/context";
import { runPass } from "./run-pass";

/** "Reap now": the same pass as the CronJob's, told from it by its trigger. */
export async function reapNow(context: Context, actor: Actor): Promise<Result<PassSummary>> {
  if (!may(actor, "pass.run")) return refuse("forbidden");
  return ok(await runPass(context, actor, "person"));
}
