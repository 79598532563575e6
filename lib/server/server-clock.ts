import "server-only";
import { databaseNow } from "@/lib/db/database";
import type { Context } from "@/lib/usecases/context";
import { processWide } from "./process-wide";

/**
 * The database's clock in epoch ms, for `serverNowMs`. While the database cannot be reached: what it said last, carried
 * on by this process's monotonic clock (by its wall clock where it never answered), so that a refusal has a time too.
 */
export async function serverNow(context: Pick<Context, "db"> | null): Promise<number> {
  const anchor = processWide("clock", (): Anchor => ({ nowMs: Date.now(), monotonicMs: performance.now() }));
  if (context) {
    try {
      anchor.nowMs = await databaseNow(context.db.at);
      anchor.monotonicMs = performance.now();
      return anchor.nowMs;
    } catch {
      // Carried on below.
    }
  }
  return Math.round(anchor.nowMs + performance.now() - anchor.monotonicMs);
}

interface Anchor {
  nowMs: number;
  monotonicMs: number;
}
