import { beforeAll, describe, expect, it } from "vitest";
import type { Cluster } from "./cluster";
import { playedInThePast, SHOP } from "./cold-start";
import { livesOf } from "./controllers/containers/life";
import type { ReplicaSet } from "./controllers/workloads/workload-objects";
import type { EventObject, Pod } from "./objects";
import { REAL_DELAYS } from "./world";

const NOW = Date.parse("2026-03-02T10:00:00Z");

let cluster: Cluster;
let fresh: Pod[];
beforeAll(() => {
  const settings = {
    delays: REAL_DELAYS,
    hasKubevirt: true,
    hasMetrics: false,
    qemuOverheadMi: 50,
    missingImages: [],
  };
  cluster = playedInThePast(settings, NOW);
  fresh = (cluster.store.list("pods", SHOP) as Pod[]).filter(
    ({ spec }) => spec.containers[0]?.resources?.requests?.cpu === "25m",
  );
}, 60_000);

const by = (pods: Pod[], count: (pod: Pod) => number) => {
  const sums: Record<string, number> = {};
  for (const pod of pods) {
    const node = pod.spec.nodeName ?? "";
    sums[node] = (sums[node] ?? 0) + count(pod);
  }
  return sums;
};
const restarts = (pod: Pod) => pod.status.containerStatuses?.[0]?.restartCount ?? 0;
const about = (pod: Pod, reason: string) =>
  (cluster.store.list("events", SHOP) as EventObject[]).filter(
    (event) => event.involvedObject.uid === pod.metadata.uid && event.reason === reason,
  );
const sum = (events: EventObject[]) => events.reduce((total, { count }) => total + count, 0);

describe("the cold start of the scenario", () => {
  it("crowds one node: the scheduler goes by requests alone", () => {
    expect(by(fresh, () => 1)).toEqual({
      "services-1": 12,
      "services-2": 5,
      "services-3": 3,
      "services-4": 2,
      "services-5": 1,
    });
  });
  it("kills pods on the crowded node and hardly any elsewhere", () => {
    const counts = by(fresh, restarts);
    const all = Object.values(counts).reduce((a, b) => a + b, 0);
    expect(counts["services-1"]).toBeGreaterThanOrEqual(15);
    expect((counts["services-1"] ?? 0) / all).toBeGreaterThan(0.7);
    expect([counts["services-3"], counts["services-4"], counts["services-5"]]).toEqual([0, 0, 0]);
  });
  it("ends with exit 143 and says why: a liveness kill for each restart, after three failed probes", () => {
    const killed = fresh.filter((pod) => restarts(pod) > 0);
    expect(killed.length).toBeGreaterThan(6);
    for (const pod of killed) {
      const [status] = pod.status.containerStatuses ?? [];
      expect(status?.lastState).toMatchObject({ terminated: { exitCode: 143, reason: "Error" } });
      const [killing] = about(pod, "Killing");
      expect(killing?.message).toBe("Container app failed liveness probe, will be restarted");
      expect(sum(about(pod, "Killing"))).toBe(restarts(pod));
      const failed = about(pod, "Unhealthy").filter(({ message }) => message.startsWith("Liveness"));
      expect(sum(failed)).toBeGreaterThanOrEqual(3 * restarts(pod));
    }
  });
  it("heals itself in the end: all are ready, and the old replicas have gone", () => {
    expect(fresh.every((pod) => pod.status.containerStatuses?.every(({ ready }) => ready))).toBe(true);
    const sets = cluster.store.list("replicasets.apps", SHOP) as ReplicaSet[];
    const old = sets.filter(
      ({ metadata }) => metadata.annotations?.["deployment.kubernetes.io/revision"] === "1",
    );
    expect(old).toHaveLength(20);
    expect(old.every(({ spec }) => spec.replicas === 0)).toBe(true);
  });
  it("does the work of a start before it is up, never less than its share of the node allows", () => {
    for (const pod of fresh) {
      const [life] = Object.values(livesOf(pod) ?? {});
      expect(life?.phase).toBe("up");
      expect((life?.asOfMs ?? 0) - (life?.startedMs ?? 0)).toBeGreaterThan((42 * 0.7 * 1000) / 4);
    }
  });
});
