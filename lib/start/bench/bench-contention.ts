// npm run bench:contention — how long an analysis of 10,000 pods takes, and 48 what-if runs of 23 and of as many pods as are reckoned.
import { analyse } from "@/lib/domain/contention/report";
import {
  INCIDENT_NOW,
  incidentWorld,
  known,
  testContainer,
  testNode,
  testPod,
} from "@/lib/domain/contention/test-incident";
import { MOST_PODS } from "@/lib/domain/contention/what-if/case-of-world";
import { incident } from "@/lib/domain/contention/what-if/incident";
import { outlookOf } from "@/lib/domain/contention/what-if/outlook";

const PODS = 10_000;
const NODES = 500;
const ROUNDS = 5;
const LAST_END = {
  ...{ exitCode: 143, signal: null, reason: "Error", message: null },
  ...{ startedAtMs: INCIDENT_NOW - 100_000, finishedAtMs: INCIDENT_NOW - 47_000 },
};

process.exit(main());

function main(): number {
  const choice = {
    namespaces: [],
    selector: "",
    rollout: null,
    only: "all" as const,
    fromMs: null,
    toMs: null,
  };
  for (const restarted of ["few", "a fifth"] as const) {
    const world = crowdedWorld(restarted === "few" ? 97 : 5);
    const ms = best(() => analyse(world, choice, INCIDENT_NOW));
    console.log(`analysis of ${PODS} pods on ${NODES} nodes, ${restarted} restarted: ${ms} ms`);
  }
  const now = incident();
  console.log(`48 runs of 23 pods: ${best(() => outlookOf(now))} ms`);
  const pod = now.pods[0];
  const many = { ...now, pods: Array.from({ length: MOST_PODS }, () => pod).flatMap((each) => each ?? []) };
  console.log(`48 runs of ${MOST_PODS} pods: ${best(() => outlookOf(many))} ms`);
  return 0;
}

/** One node has three restarts for each pod, and every so many-th pod elsewhere one to thirteen. */
function crowdedWorld(every: number) {
  const nodes = Array.from({ length: NODES }, (_, index) => testNode(`node-${index}`));
  const pods = Array.from({ length: PODS }, (_, index) => {
    const restarts = index % NODES === 0 ? 3 : index % every === 0 ? 1 + (index % 13) : 0;
    const lastEnd = restarts > 0 ? LAST_END : null;
    const containers = [testContainer({ restarts, lastEnd })];
    return testPod(`pod-${index}`, { nodeName: `node-${index % NODES}`, containers });
  });
  return { ...incidentWorld(), node: known(nodes), pod: known(pods), event: known([]) };
}

/** The best of some rounds, ms. */
function best(run: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const startMs = performance.now();
    run();
    return performance.now() - startMs;
  });
  return Math.round(Math.min(...times));
}
