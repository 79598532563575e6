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

process.exit(main());

function main(): number {
  const world = crowdedWorld();
  const choice = {
    namespaces: [],
    selector: "",
    rollout: null,
    only: "all" as const,
    fromMs: null,
    toMs: null,
  };
  console.log(
    `analysis of ${PODS} pods on ${NODES} nodes: ${best(() => analyse(world, choice, INCIDENT_NOW))} ms`,
  );
  const now = incident();
  console.log(`48 runs of 23 pods: ${best(() => outlookOf(now))} ms`);
  const pod = now.pods[0];
  const many = { ...now, pods: Array.from({ length: MOST_PODS }, () => pod).flatMap((each) => each ?? []) };
  console.log(`48 runs of ${MOST_PODS} pods: ${best(() => outlookOf(many))} ms`);
  return 0;
}

/** One node has restarts; all others have none. */
function crowdedWorld() {
  const nodes = Array.from({ length: NODES }, (_, index) => testNode(`node-${index}`));
  const pods = Array.from({ length: PODS }, (_, index) => {
    const restarts = index % NODES === 0 ? 3 : index % 97 === 0 ? 1 : 0;
    const containers = [testContainer({ restarts })];
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
