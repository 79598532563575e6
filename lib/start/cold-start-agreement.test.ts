import { expect, it } from "vitest";
import { incident } from "@/lib/domain/contention/what-if/incident";
import { outlookOf } from "@/lib/domain/contention/what-if/outlook";
import { BOOT_RULE, playedInThePast, SHOP } from "@/lib/simulator/cold-start";
import type { Node, Pod } from "@/lib/simulator/objects";
import { REAL_DELAYS } from "@/lib/simulator/world";

const PLAYS = 2;
/** An hour and a half of a cluster is played each time: a slow machine takes its time. */
const PATIENCE_MS = 120_000;
const SETTINGS = {
  ...{ delays: REAL_DELAYS, hasKubevirt: true, hasMetrics: false, qemuOverheadMi: 50, missingImages: [] },
};

/** Pods and restarts on each node, as the simulator's scheduler, kubelet and shares of CPU make them. */
function played(): { pods: number; restarts: number }[] {
  const { store } = playedInThePast(SETTINGS, Date.parse("2026-03-02T10:00:00Z"));
  const fresh = (store.list("pods", SHOP) as Pod[]).filter(
    ({ spec }) => spec.containers[0]?.resources?.requests?.cpu === "25m",
  );
  const nodes = (store.list("nodes") as Node[]).map(({ metadata }) => metadata.name).sort();
  return nodes.map((node) => {
    const mine = fresh.filter(({ spec }) => spec.nodeName === node);
    const counts = mine.map(({ status }) => status.containerStatuses?.[0]?.restartCount ?? 0);
    return { pods: mine.length, restarts: counts.reduce((sum, each) => sum + each, 0) };
  });
}

it(
  "what-if and simulator, written apart, tell the same of the same cold start",
  () => {
    const { coreSeconds, spread, cores } = BOOT_RULE;
    const late = REAL_DELAYS.restartLateMs / 1000;
    const given = incident();
    const reckoned = outlookOf({
      ...given,
      boot: { coreSeconds, spread, parallelism: cores },
      backOff: { ...given.backOff, late },
    }).nodes;
    const plays = Array.from({ length: PLAYS }, played);
    const rows = reckoned.map(({ name, pods, restarts }, index) => {
      const seen = plays.map((play) => play[index]?.restarts ?? -1);
      return {
        node: name,
        pods,
        "what-if": `${restarts.median} (${restarts.low} to ${restarts.high})`,
        simulator: seen.join(", "),
      };
    });
    console.table(rows);
    for (const play of plays) {
      expect(play.map(({ pods }) => pods)).toEqual(reckoned.map(({ pods }) => pods));
      play.forEach(({ restarts }, index) => {
        const { low = 0, high = 0 } = reckoned[index]?.restarts ?? {};
        expect(restarts).toBeGreaterThanOrEqual(Math.floor(low / 2));
        expect(restarts).toBeLessThanOrEqual(2 * high + 4);
      });
    }
  },
  PATIENCE_MS,
);
