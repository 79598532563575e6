import { describe, expect, it } from "vitest";
import type { Pod } from "../../objects";
import { REAL_DELAYS } from "../../world";
import { membersOf } from "./members";
import { newLife, type Life } from "./life";
import { end, restart } from "./restart";
import type { LivingTurn } from "./turn";

const START_MS = Date.UTC(2026, 0, 1);
const SETTINGS = {
  ...{ delays: REAL_DELAYS, hasKubevirt: false, hasMetrics: false, qemuOverheadMi: 50, missingImages: [] },
};

function podNamed(name: string): Pod {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "shop", uid: `uid-${name}`, resourceVersion: "1", creationTimestamp: "" },
    spec: { containers: [{ name: "app", image: "app:1" }], nodeName: "node-1", restartPolicy: "Always" },
    status: {
      phase: "Running",
      containerStatuses: [
        { name: "app", image: "app:1", imageID: "", ready: true, restartCount: 0, state: {}, lastState: {} },
      ],
    },
  } as unknown as Pod;
}

/** Ends and starts the pod's container `times` times, each run `ranMs` long: how long each end made it wait. */
function waitsOf(name: string, times: number, ranMs = 30_000) {
  let pod = podNamed(name);
  const [member] = membersOf(pod);
  if (!member) throw new Error("a pod without a container");
  let nowMs = START_MS;
  let life: Life = newLife(pod, member, nowMs, 0);
  return Array.from({ length: times }, () => {
    nowMs += ranMs;
    const turn: LivingTurn = { pod, member, life, nowMs, settings: SETTINGS };
    const ended = end(turn, 143);
    const { waitMs = 0, untilMs = 0 } = ended.life;
    const lateMs = untilMs - nowMs - waitMs;
    nowMs = untilMs;
    const again = restart({ ...turn, pod: ended.pod, life: ended.life, nowMs });
    [pod, life] = [again.pod, again.life];
    return { waitMs, lateMs };
  });
}

describe("a container that ends again and again", () => {
  it("is started at once the first time, then after 10 s, twice that, and never after more than 5 min", () => {
    const waits = waitsOf("a", 9).map(({ waitMs }) => waitMs / 1000);
    expect(waits).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300]);
  });
  it("is late by what the kubelet takes to come round again, another time for each pod and each restart", () => {
    const lates = ["a", "b", "c"].map((name) =>
      waitsOf(name, 6)
        .slice(1)
        .map(({ lateMs }) => lateMs),
    );
    for (const lateMs of lates.flat()) {
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThanOrEqual(REAL_DELAYS.restartLateMs);
    }
    expect(new Set(lates.flat()).size).toBe(15);
    expect(
      waitsOf("a", 6)
        .slice(1)
        .map(({ lateMs }) => lateMs),
    ).toEqual(lates[0]);
  });
  it("begins anew after a run of more than ten minutes", () => {
    expect(waitsOf("a", 4, 600_001).map(({ waitMs }) => waitMs)).toEqual([0, 0, 0, 0]);
  });
});
