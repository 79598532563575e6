import type { CaseFacts } from "./case-facts";
import type { MeasureCase } from "./measures/case-measures";
import { limitProcessors } from "./measures/limit-processors";
import type { Measure } from "./measures/measure";
import { raiseRequest } from "./measures/raise-request";
import { rollInWaves } from "./measures/roll-in-waves";
import { spreadPods } from "./measures/spread-pods";
import { startupProbes } from "./measures/startup-probe";
import { workloadsOf } from "./measures/workloads";
import { placeEach } from "./place-again";
import type { Finding, LinkCode } from "./verdict-codes";

/** Counter-measures for the links that are shown, with figures of this case and patches for its workloads. */
export function measuresFor(
  facts: CaseFacts,
  links: readonly Finding<LinkCode>[],
  nowMs: number,
): readonly Measure[] {
  const shown = new Set(links.filter(({ state }) => state === "shown").map(({ code }) => code));
  if (shown.size === 0) return [];
  const { world, pods } = facts;
  const before = placeEach(world, pods, {});
  const given: MeasureCase = { facts, nowMs, workloads: workloadsOf(world, pods), before };
  const starved = shown.has("starvation-by-weight") ? "starvation-by-weight" : "request-lowered";
  return [
    shown.has(starved) ? raiseRequest(given, starved) : null,
    ...(shown.has("crowded-placement") ? spreadPods(given) : []),
    shown.has("simultaneous-cold-start") ? rollInWaves(given) : null,
    shown.has("starvation-by-weight") ? limitProcessors(given) : null,
    shown.has("liveness-budget-exceeded") ? startupProbes(given) : null,
  ].filter((measure) => measure !== null);
}
