import { describe, expect, it } from "vitest";
import type { Pod } from "../../objects";
import { BOOT, lifeAt, withLives, type Life } from "./life";
import { served } from "./node-shares";

const RUNNING = { state: { running: { startedAt: "2026-12-01T10:00:00Z" } } };

function pod(
  name: string,
  cpu: string,
  more: { boot?: object; phase?: Life["phase"]; limit?: string } = {},
): Pod {
  const limits = more.limit === undefined ? {} : { limits: { cpu: more.limit } };
  const one = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, annotations: more.boot ? { [BOOT]: JSON.stringify(more.boot) } : {} },
    spec: { nodeName: "node-1", containers: [{ name, resources: { requests: { cpu }, ...limits } }] },
    status: { phase: "Running", containerStatuses: [{ name, ...RUNNING }] },
  } as unknown as Pod;
  return more.boot ? withLives(one, { [name]: { ...lifeAt(0), phase: more.phase ?? "up" } }) : one;
}

const shares = (cores: number, pods: Pod[]) =>
  Object.fromEntries(served(cores, pods).map(({ container, cores }) => [container.name, cores]));

describe("a node's cores", () => {
  const steady = { boot: { coreSeconds: 10, cores: 4, steadyCores: 2 } };

  it("go to those that are up as well: they share with those that start, by weight, when there is too little", () => {
    const pods = [pod("starting", "1", { ...steady, phase: "booting" }), pod("up", "1", steady)];
    expect(shares(8, pods)).toEqual({ starting: 4, up: 2 });
    expect(shares(2, pods)).toEqual({ starting: 1, up: 1 });
    const heavy = shares(2, [
      pod("starting", "25m", { ...steady, phase: "booting" }),
      pod("up", "1", steady),
    ]);
    expect(heavy.up).toBeGreaterThan(10 * (heavy.starting ?? 0));
  });

  it("are not used beyond a limit, nor by what is stopped", () => {
    expect(shares(8, [pod("up", "1", { ...steady, limit: "500m" })])).toEqual({ up: 0.5 });
    expect(shares(8, [pod("up", "1", { ...steady, phase: "stopping" })])).toEqual({ up: 0 });
  });

  it("go to pods of which nothing is told by what they ask for, and a crowd of them slows a start", () => {
    expect(shares(8, [pod("plain", "1")])).toEqual({ plain: 0.4 });
    const crowd = Array.from({ length: 4 }, (_, index) => pod(`plain-${index}`, "1"));
    const all = shares(2, [...crowd, pod("starting", "1", { ...steady, phase: "booting" })]);
    expect(all.starting).toBeCloseTo(0.4, 9);
    expect(Object.values(all).reduce((sum, one) => sum + one, 0)).toBeCloseTo(2, 9);
  });
});
