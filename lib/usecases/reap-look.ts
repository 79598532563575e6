import { databaseNow } from "@/lib/db/database";
import { actsLastHour, listConfirmations } from "@/lib/db/pass-acts";
import { liveAt, loadPassRows, loadRows } from "@/lib/db/session-reads";
import { readSwitches } from "@/lib/db/switches";
import { sessionIdOfLabels } from "@/lib/domain/labels";
import { sessionIdOfName } from "@/lib/domain/names";
import { planReap } from "@/lib/domain/reap-plan";
import type { Hold, ReapHistory, ReapPlan, ReapPolicy } from "@/lib/domain/reap-types";
import type { LabSession } from "@/lib/domain/session";
import { WORLD_KINDS, type ClusterObject, type World } from "@/lib/domain/world";
import { itemsOf, unknownWorld } from "@/lib/domain/world-index";
import type { Context } from "./context";
import type { Identity } from "./reap-identity";

const HOUR_MS = 60 * 60_000;
const BRAKE = { brakeFloor: 3, brakeShare: 0.2, heldGhostPasses: 10 };

/** What was read, before anything is judged. */
export interface View {
  readonly nowMs: number;
  readonly rows: readonly LabSession[];
  readonly history: ReapHistory;
  readonly isStopped: boolean;
  readonly world: World;
  /** The cluster's Date less the database's clock; null: unmeasured. */
  readonly skewMs: number | null;
}
/** What a pass goes by, or what a preview shows. */
export interface Look {
  readonly nowMs: number;
  readonly rows: readonly LabSession[];
  readonly plan: ReapPlan;
  readonly hold: Hold | null;
  readonly world: World;
  readonly skewMs: number | null;
}

/** Rows first, then the world: what the rows say was made is older than the lists, so it must be in them. */
export async function readView(context: Context, signal: AbortSignal): Promise<View> {
  const { at } = context.db;
  const nowMs = await databaseNow(at);
  const [rows, history, switches] = await Promise.all([
    loadPassRows(at),
    readHistory(context, nowMs),
    readSwitches(at),
  ]);
  const isStopped = switches.some(({ name, isOn }) => name === "stop-reaping" && isOn);
  const sinceMs = performance.now();
  const world = await context.cluster.readWorld(signal);
  const skewMs = skewOf(world, nowMs + performance.now() - sinceMs);
  return { nowMs, rows, history, isStopped, world, skewMs };
}

/**
 * Plans, after the rows of all sessions that the world shows were added: a row made since is known before its machine
 * is judged. Nothing is judged from what a wrong cluster holds.
 */
export async function judge(context: Context, view: View, identityHold: Identity["hold"]): Promise<Look> {
  const { nowMs, history, skewMs } = view;
  const hold = holdOf(identityHold, view.isStopped);
  const world = hold === "wrong-cluster" ? unknownWorld("wrong-cluster") : view.world;
  const rows = await withRowsSeen(context, view.rows, world);
  const plan = planReap({ nowMs, rows, world, policy: policyOf(context, hold), history });
  return { nowMs, rows, plan, hold, world, skewMs };
}

/** "Stop reaping" holds all that a Lease that cannot be read holds, and more. */
function holdOf(identityHold: Identity["hold"], isStopped: boolean): Hold | null {
  if (identityHold === "wrong-cluster" || identityHold === "old-database") return identityHold;
  return isStopped ? "stopped" : identityHold;
}

function policyOf({ config, installation }: Context, hold: Hold | null): ReapPolicy {
  return {
    environment: installation.environment,
    installationId: installation.id,
    launchLimitMs: config.launchLimitMinutes * 60_000,
    ...BRAKE,
    hold,
  };
}

async function readHistory({ db }: Context, nowMs: number): Promise<ReapHistory> {
  const [acts, liveAnHourAgo, confirmations] = await Promise.all([
    actsLastHour(db.at),
    liveAt(db.at, nowMs - HOUR_MS),
    listConfirmations(db.at),
  ]);
  return { actsLastHour: acts, liveAnHourAgo, confirmations };
}

/** Rows that were read before the world stand; those of other sessions that it shows are added. */
async function withRowsSeen(
  { db }: Context,
  rows: readonly LabSession[],
  world: World,
): Promise<LabSession[]> {
  const had = new Set(rows.map((row) => row.id));
  return [...rows, ...(await loadRows(db.at, otherIdsSeen(world, had)))];
}

function otherIdsSeen(world: World, had: ReadonlySet<string>): string[] {
  const others = new Set<string>();
  for (const kind of WORLD_KINDS) {
    if (kind === "node") continue;
    for (const { labels, name } of itemsOf<ClusterObject>(world[kind]))
      for (const id of [sessionIdOfLabels(labels), sessionIdOfName(name)])
        if (id !== null && !had.has(id)) others.add(id);
  }
  return [...others].sort();
}

/** By the node list, or the first that is known. A Date is a whole second, so half of one is added. */
function skewOf(world: World, nowMs: number): number | null {
  for (const kind of [...WORLD_KINDS].reverse()) {
    const list = world[kind];
    if (list.state === "known") return Math.round(list.dateMs + 500 - nowMs);
  }
  return null;
}
