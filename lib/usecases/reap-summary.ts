import type { DirectionTally, PassFailure, PassOutcome, PassSummary } from "@/lib/domain/pass-summary";
import { DIRECTIONS, type Direction, type Hold, type ReapItem, type ReapPlan } from "@/lib/domain/reap-types";
import type { ItemFailure } from "@/lib/domain/session";
import { WORLD_KINDS, type World } from "@/lib/domain/world";
import { knowledgeOf, unknownWorld } from "@/lib/domain/world-index";
import type { ItemOutcome } from "./reap-pass";

type Directions = Record<Direction, DirectionTally>;
export interface Report {
  readonly plan: ReapPlan;
  readonly world: World;
  readonly hold: Hold | null;
  readonly results: readonly { readonly item: ReapItem; readonly outcome: ItemOutcome }[];
  readonly deferred: readonly ReapItem[];
  /** Of the pass itself. */
  readonly failures: readonly ItemFailure[];
}
type Told = Omit<PassSummary, "passId" | "number" | "trigger" | "startedAtMs" | "durationMs">;

/** What a pass tells of itself, from what it planned and how each item went. Pure. */
export function summarize(report: Report): Told {
  const { plan, hold, results, failures } = report;
  const directions = tally(report);
  const itemFailures = results.flatMap(({ item, outcome }) =>
    outcome.state === "failed"
      ? [{ direction: item.direction, session: item.sessionId, ...outcome.failure }]
      : [],
  );
  const failed = itemFailures.length + failures.length;
  return {
    outcome: outcomeOf(report, directions, failed),
    world: plan.knowledge,
    directions,
    failed,
    unguarded: plan.unguarded.length,
    brake: plan.held.map(({ direction, found, allowed }) => ({ direction, found, allowed })),
    held: hold === "lease-unknown" || isUnread(report) ? null : hold,
    failures: [...itemFailures, ...failures.map(ofPass), ...unreadKinds(report.world)],
  };
}

/** For a pass that was skipped, or that broke before it could tell anything. */
export function emptySummary(outcome: Extract<PassOutcome, "skipped" | "failed">): Told {
  return {
    outcome,
    world: knowledgeOf(unknownWorld("not-looked")),
    directions: noTallies(),
    failed: outcome === "failed" ? 1 : 0,
    unguarded: 0,
    brake: [],
    held: null,
    failures: [],
  };
}

/** The outcome rules of design section 3. */
function outcomeOf({ plan, hold }: Report, directions: Directions, failed: number): PassOutcome {
  const states = WORLD_KINDS.map((kind) => plan.knowledge[kind]);
  if (hold === "wrong-cluster" || states.every((state) => state === "unknown")) return "blind";
  const isHeld = hold !== null || plan.held.length > 0;
  const deferred = DIRECTIONS.some((direction) => directions[direction].deferred > 0);
  return states.includes("unknown") || failed > 0 || deferred || isHeld ? "partial" : "clean";
}

/** A namespace that could not be read holds everything too, but nobody can say that it is the wrong one. */
function isUnread({ hold, failures }: Report): boolean {
  return hold === "wrong-cluster" && failures.some(({ resource }) => resource.startsWith("namespaces/"));
}

function tally({ plan, results, deferred }: Report): Directions {
  const tallies = noTallies();
  const count = (direction: Direction, field: Exclude<keyof DirectionTally, "found">) => {
    const before = tallies[direction];
    tallies[direction] = { ...before, found: before.found + 1, [field]: before[field] + 1 };
  };
  for (const { item, outcome } of results) count(item.direction, outcome.state);
  for (const item of deferred) count(item.direction, "deferred");
  const kept = [...plan.keptBack, ...plan.held.flatMap((set) => set.items)];
  for (const item of kept) count(item.direction, "skipped");
  return tallies;
}

function noTallies(): Directions {
  const none: DirectionTally = { found: 0, done: 0, failed: 0, skipped: 0, deferred: 0 };
  return Object.fromEntries(DIRECTIONS.map((direction) => [direction, none])) as Directions;
}

function ofPass(failure: ItemFailure): PassFailure {
  return { direction: "pass", session: null, ...failure };
}

/** Why a kind is unknown: shown beside the failures, and no failure of an act. */
function unreadKinds(world: World): PassFailure[] {
  return WORLD_KINDS.flatMap((kind) => {
    const list = world[kind];
    return list.state === "unknown" && list.failure.error !== "wrong-cluster" ? [ofPass(list.failure)] : [];
  });
}
