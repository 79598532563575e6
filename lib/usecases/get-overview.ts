import { ok, refuse, type Result } from "@/lib/contracts/result";
import type { OverviewAnswer } from "@/lib/contracts/status";
import { databaseNow } from "@/lib/db/database";
import { recentEvents } from "@/lib/db/session-events";
import { listSessionRows, type SessionListRow } from "@/lib/db/session-list";
import { remaining } from "@/lib/domain/lifetime";
import { may, mayAnywhere } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import { isLive } from "@/lib/domain/states";
import type { Context } from "./context";
import { toSessionRow } from "./steps/session-row";

const SOON_MS = 10 * 60_000;
const SOON_SHOWN = 10;
const EVENTS_SHOWN = 20;
/** More than a day of a full lab has; beyond it the counts of the day are of its newest part. */
const EVENTS_COUNTED = 5000;
const DAY_MS = 86_400_000;

/** What runs, what ends soon, what fails and what happened; for an instructor in the courses that they instruct. */
export async function getOverview({ db: { at } }: Context, actor: Actor): Promise<Result<OverviewAnswer>> {
  if (!mayAnywhere(actor, "capacity.see")) return refuse("forbidden");
  const courseIds = may(actor, "session.see") || actor.type === "system" ? undefined : actor.instructs;
  const [{ items }, events, nowMs] = await Promise.all([
    listSessionRows(at, { scope: "live", courseIds }),
    recentEvents(at, { limit: EVENTS_COUNTED, courseIds }),
    databaseNow(at),
  ]);
  const today = events.filter(({ atMs }) => nowMs - atMs < DAY_MS);
  const count = (status: SessionListRow["status"]) => items.filter((row) => row.status === status).length;
  return ok({
    liveByStatus: { provisioning: count("provisioning"), running: count("running"), ending: count("ending") },
    endingSoon: endingSoon(items, nowMs).map((row) => toSessionRow(row, actor)),
    failing: items.filter(({ attempts }) => attempts > 0).length,
    startsToday: today.filter(({ code }) => code === "started").length,
    endsToday: today.filter(({ code }) => code === "claimed").length,
    recentEvents: events
      .slice(0, EVENTS_SHOWN)
      .map(({ sessionId, labName, studentName, atMs, code, params }) => ({
        ...{ sessionId, labName, studentName, atMs, code, params },
      })),
    serverNowMs: nowMs,
  });
}

function endingSoon(rows: readonly SessionListRow[], nowMs: number): SessionListRow[] {
  return rows
    .filter((row) => isLive(row) && remaining(row.expiresAtMs, nowMs) <= SOON_MS)
    .sort((a, b) => a.expiresAtMs - b.expiresAtMs)
    .slice(0, SOON_SHOWN);
}
