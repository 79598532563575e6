import type { LastLinesAnswer, LastLinesQuery } from "@/lib/contracts/contention";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { databaseNow } from "@/lib/db/database";
import type { ContentionWorld } from "@/lib/domain/contention/contention-world";
import type { ContainerRef } from "@/lib/domain/contention/last-lines";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import { itemsOf } from "@/lib/domain/world-index";
import type { Context } from "./context";
import { lookAtContention } from "./steps/contention-look";

/**
 * What containers wrote last before their last end, side by side. Only of those that restarted is there anything to
 * read, and of no others is it asked. A log may hold anything, so that it is for admins.
 */
export async function getLastLines(
  context: Context,
  actor: Actor,
  { of }: LastLinesQuery,
): Promise<Result<LastLinesAnswer>> {
  if (!may(actor, "log.see")) return refuse("forbidden");
  const { cluster, signal } = context;
  const { world } = await lookAtContention(cluster);
  const items = await Promise.all(
    of.map(async (ref) => {
      if (hasRestarted(world, ref)) return { ...ref, found: await cluster.readLastLines(ref, signal) };
      return { ...ref, found: { state: "unmeasured", problem: "not-restarted" } as const };
    }),
  );
  return ok({ items, serverNowMs: await databaseNow(context.db.at) });
}

/** A count that is not told may be any. */
function hasRestarted({ pod }: ContentionWorld, ref: ContainerRef): boolean {
  const found = itemsOf(pod).find(({ namespace, name }) => namespace === ref.namespace && name === ref.pod);
  return found?.containers.some(({ name, restarts }) => name === ref.container && restarts !== 0) ?? false;
}
