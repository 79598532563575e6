import type { CaseFacts } from "../case-facts";
import { placeEach, type Placement, type PlacementRule, placedByNode } from "../place-again";
import type { Measure, MeasureEffect, MeasurePatch } from "./measure";
import { grouped, type OwnPatch, type Workload } from "./workloads";

/** The case as the measures see it. */
export interface MeasureCase {
  readonly facts: CaseFacts;
  readonly nowMs: number;
  readonly workloads: readonly Workload[];
  /** All placed anew as they are; null: where pods would go cannot be told. */
  readonly before: Placement | null;
}

/** What all measures have in common: patches in groups, the pods that they miss, and what they do to placement. */
export function measureOf(
  { facts, workloads }: MeasureCase,
  own: readonly OwnPatch[],
  base: Pick<Measure, "code" | "against" | "params" | "effect">,
): Measure {
  const made = workloads.reduce((sum, { pods }) => sum + pods.length, 0);
  return { ...base, patches: grouped(own), unpatchedPods: facts.pods.length - made };
}

/** Pods per node as they are, and placed anew without and with a rule; null: where pods would go cannot be told. */
export function effectOf(given: MeasureCase, rule: PlacementRule): MeasureEffect | null {
  const { world, pods } = given.facts;
  return effectIn(given, Object.keys(rule).length === 0 ? given.before : placeEach(world, pods, rule));
}

/** The same where the pods were placed with the rule already. */
export function effectIn(
  { facts: { pods }, before }: MeasureCase,
  after: Placement | null,
): MeasureEffect | null {
  if (before === null || after === null) return null;
  const now: Record<string, number> = Object.fromEntries(before.nodes.map((name) => [name, 0]));
  for (const { nodeName } of pods) if (nodeName !== null) now[nodeName] = (now[nodeName] ?? 0) + 1;
  return { now, before: placedByNode(before), after: placedByNode(after), together: null };
}

/** The least and the most of a figure over all patches. */
export function rangeOf(
  patches: readonly Pick<MeasurePatch, "params">[],
  name: string,
): { least: number; most: number } {
  const numbers = patches.flatMap(({ params }) => {
    const value = params[name];
    return typeof value === "number" ? [value] : [];
  });
  return { least: Math.min(...numbers), most: Math.max(...numbers) };
}
