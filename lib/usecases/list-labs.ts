import type { LabList } from "@/lib/contracts/labs";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { databaseNow } from "@/lib/db/database";
import { labRows } from "@/lib/db/labs";
import { mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { visibleLabIds } from "./steps/lab-scope";

/** The labs that the actor may see, and what a form may offer. */
export async function listLabs({ db: { at }, config }: Context, actor: Actor): Promise<Result<LabList>> {
  if (!mayAnywhere(actor, "lab.see")) return refuse("forbidden");
  const [rows, visible] = await Promise.all([labRows(at), visibleLabIds(at, actor)]);
  return ok({
    items: rows
      .filter(({ id }) => visible === null || visible.has(id))
      .map((row) => ({ ...row, isImagePinned: /@sha256:[0-9a-f]{64}$/.test(row.spec.image) })),
    rules: {
      imagePrefixes: config.imagePrefixes,
      defaultSessionMinutes: config.sessionMinutes,
      defaultMaxMinutes: config.maxMinutes,
      machineCap: config.machineCap,
    },
    serverNowMs: await databaseNow(at),
  });
}
