import { describe, expect, it } from "vitest";
import { itemsOf } from "../world-index";
import type { ContendedContainer, ContendedPod, ContentionWorld } from "./contention-world";
import type { Measure } from "./measures/measure";
import { placedByNode, placeEach } from "./place-again";
import { analyse } from "./report";
import {
  INCIDENT_NOW as NOW,
  incidentWorld,
  known,
  START,
  testContainer,
  testPod,
  unknown,
} from "./test-incident";

const CHOICE = {
  ...{ namespaces: ["shop"], selector: "", fromMs: START, toMs: null, rollout: null },
  only: "all" as const,
};
function measures(changes: Partial<ContentionWorld> = {}): Partial<Record<Measure["code"], Measure>> {
  const { measures: found } = analyse(incidentWorld(changes), CHOICE, NOW);
  return Object.fromEntries(found.map((each) => [each.code, each]));
}
const counts = (placed: Readonly<Record<string, number>> | undefined) => Object.values(placed ?? {});
const patchOf = (measure: Measure | undefined, name: string) =>
  measure?.patches.find(({ names }) => names.includes(name));

/** The incident with some of its pods changed; `container`: what is otherwise in their only container. */
function withPods(
  of: (pod: ContendedPod) => boolean,
  { container = {}, pod = {} }: { container?: Partial<ContendedContainer>; pod?: Partial<ContendedPod> },
): Partial<ContentionWorld> {
  const pods = itemsOf(incidentWorld().pod).map((each) =>
    of(each)
      ? { ...each, ...pod, containers: each.containers.map((one) => ({ ...one, ...container })) }
      : each,
  );
  return { pod: known(pods) };
}
const isOf = (service: string) => (pod: ContendedPod) => pod.labels["app"] === service;

describe("placeEach", () => {
  const world = incidentWorld();
  const pods = itemsOf(world.pod).filter(({ namespace }) => namespace === "shop");
  const placed = (rule: Parameters<typeof placeEach>[2]) => {
    const found = placeEach(world, pods, rule);
    return found && counts(placedByNode(found));
  };
  it.each([
    ["as it was", {}, [12, 5, 3, 2, 1]],
    ["spread", { isSpread: true }, [5, 5, 5, 4, 4]],
    ["more than fits", { requestOf: () => 9 }, [0, 0, 0, 0, 0]],
  ])("%s", (_name, rule, expected) => expect(placed(rule)).toEqual(expected));
  it("does not guess, and leaves the pod of a DaemonSet where it is", () => {
    expect(placeEach({ ...world, node: unknown }, pods, {})).toBeNull();
    const owner = { kind: "DaemonSet", name: "agent", uid: "d" };
    const agents = [1, 2].map((n) => testPod(`agent-${n}`, { owner, nodeName: "node-5" }));
    const all = [...agents, testPod("app")];
    const found = placeEach(world, all, { isSpread: true });
    expect(found && placedByNode(found)).toMatchObject({ "node-1": 1, "node-5": 2 });
  });
});

describe("the request", () => {
  it("is raised for each workload to its own boot peak, or to its own former request where that was more", () => {
    const found = measures()["raise-request"];
    expect(found?.params).toEqual({ leastMilli: 500, mostMilli: 550 });
    const peaked = patchOf(found, "svc-07");
    expect(peaked).toMatchObject({
      ...{ kind: "Deployment", namespace: "shop", params: { milli: 550, basis: "boot-peak-seen" } },
      patch: {
        spec: {
          template: { spec: { containers: [{ name: "app", resources: { requests: { cpu: "550m" } } }] } },
        },
      },
    });
    // Nothing of it starts cold now.
    expect(patchOf(found, "svc-18")?.params).toEqual({ milli: 500, basis: "former-request" });
    expect(found?.patches.flatMap(({ names }) => names)).toHaveLength(20);
  });
  it("goes by the others where a workload tells nothing, and by a default where none does", () => {
    const others = itemsOf(incidentWorld().replicaSet).filter(({ name }) => name !== "svc-18-old");
    expect(patchOf(measures({ replicaSet: known(others) })["raise-request"], "svc-18")?.params).toEqual({
      ...{ milli: 550, basis: "most-of-the-others" },
    });
    const starved = incidentWorld();
    const silent = { ...starved, podUsage: unknown };
    const former = itemsOf(starved.replicaSet).filter(({ name }) => !name.endsWith("-old"));
    // Nothing says that the request was lowered, and the node is busy all the same.
    expect(measures({ ...silent, replicaSet: known(former) })["raise-request"]?.patches[0]?.params).toEqual({
      ...{ milli: 500, basis: "unmeasured" },
    });
  });
  it("raises a limit that would be below it, counts what sidecars ask for, and leaves who has enough", () => {
    const limited = withPods(isOf("svc-07"), { container: { limitCpu: 0.1 } });
    expect(JSON.stringify(patchOf(measures(limited)["raise-request"], "svc-07")?.patch)).toContain(
      `{"requests":{"cpu":"550m"},"limits":{"cpu":"550m"}}`,
    );
    const beside = withPods(isOf("svc-07"), { pod: { requestCpu: 0.075 } });
    expect(patchOf(measures(beside)["raise-request"], "svc-07")?.params).toEqual({
      ...{ milli: 500, basis: "former-request" },
    });
    const rich = withPods(isOf("svc-07"), { container: { requestCpu: 1 }, pod: { requestCpu: 1 } });
    expect(patchOf(measures(rich)["raise-request"], "svc-07")).toBeUndefined();
  });
  it("spreads the pods, which is shown by node", () => {
    const effect = measures()["raise-request"]?.effect;
    expect(counts(effect?.now)).toEqual([12, 5, 3, 2, 1]);
    expect(counts(effect?.before)).toEqual([12, 5, 3, 2, 1]);
    expect(Math.max(...counts(effect?.after))).toBeLessThanOrEqual(6);
    expect(counts(effect?.after).reduce((a, b) => a + b, 0)).toBe(23);
  });
});

describe("the spread", () => {
  it("goes by a label that only the new pods have, for those that are there would be counted too", () => {
    const { "topology-spread": spread, "anti-affinity": apart } = measures();
    expect(spread?.params).toEqual({ label: "rollout-group=1" });
    expect(spread?.patches).toHaveLength(1);
    expect(spread?.patches[0]?.names).toHaveLength(20);
    expect(spread?.patches[0]?.patch).toMatchObject({
      spec: { template: { metadata: { labels: { "rollout-group": "1" } } } },
    });
    expect(counts(spread?.effect?.after)).toEqual([5, 5, 5, 4, 4]);
    expect(apart?.effect).toEqual(spread?.effect);
    const again = withPods(() => true, { pod: { labels: { "rollout-group": "1" } } });
    expect(measures(again)["topology-spread"]?.params).toEqual({ label: "rollout-group=2" });
  });
});

describe("waves", () => {
  it("number the workloads so that no wave has more pods than the node has cores free", () => {
    const found = measures()["waves"];
    const size = Number(found?.params["size"]);
    expect(size).toBe(3);
    const pods = new Map<unknown, number>();
    for (const { names, params } of found?.patches ?? [])
      for (const name of names)
        pods.set(params["wave"], (pods.get(params["wave"]) ?? 0) + (name < "svc-04" ? 2 : 1));
    expect([...pods.values()].reduce((a, b) => a + b, 0)).toBe(23);
    expect(Math.max(...pods.values())).toBeLessThanOrEqual(size);
    expect(pods.size).toBe(Number(found?.params["waves"]));
    expect(patchOf(found, "svc-01")?.patch).toEqual({
      metadata: { annotations: { "argocd.argoproj.io/sync-wave": "1" } },
    });
  });
  it("move no pod, and tell how many start together on each node", () => {
    const effect = measures()["waves"]?.effect;
    expect(effect?.after).toEqual(effect?.before);
    expect(counts(effect?.together?.before)).toEqual([12, 5, 3, 2, 1]);
    expect(Math.max(...counts(effect?.together?.after))).toBeLessThanOrEqual(3);
  });
  it("hold a Deployment that is larger than a wave to the wave's size, and keep the order that waves had", () => {
    const world = incidentWorld();
    const owner = { kind: "ReplicaSet", name: "svc-20-new", uid: "rs-svc-20-new" };
    const deployments = itemsOf(world.deployment).map((each) =>
      each.name === "svc-20" ? { ...each, annotations: { "argocd.argoproj.io/sync-wave": "-5" } } : each,
    );
    const more = [1, 2, 3, 4].map((n) => testPod(`more-${n}`, { owner }));
    const found = measures({ pod: known([...itemsOf(world.pod), ...more]), deployment: known(deployments) })[
      "waves"
    ];
    expect(patchOf(found, "svc-20")).toMatchObject({
      params: { wave: 1 },
      patch: {
        spec: { strategy: { rollingUpdate: { maxSurge: found?.params["size"], maxUnavailable: 0 } } },
      },
    });
    expect(patchOf(found, "svc-01")?.params).toEqual({ wave: 2 });
  });
});

describe("limit and processors", () => {
  const env = (value: Readonly<Record<string, string | null>>) => ({ container: { env: value } });
  const of = (changes: Partial<ContentionWorld>) =>
    JSON.stringify(patchOf(measures(changes)["limit-and-processors"], "svc-07")?.patch);
  it("keep a JVM's options, and are as many as its peak takes, two at least", () => {
    expect(of({})).toContain(
      `"resources":{"limits":{"cpu":"2"}},"env":[{"name":"JAVA_TOOL_OPTIONS","value":"-javaagent:/otel/agent.jar -XX:ActiveProcessorCount=2"}]`,
    );
    const usage = itemsOf(incidentWorld().podUsage).map((each) => ({ ...each, cpu: 2.4 }));
    expect(of({ podUsage: known(usage) })).toContain("-XX:ActiveProcessorCount=3");
  });
  it("take the place of a count that is there, and never write over a value from elsewhere", () => {
    expect(
      of(withPods(isOf("svc-07"), env({ JAVA_TOOL_OPTIONS: "-XX:ActiveProcessorCount=8 -Xmx1g" }))),
    ).toContain(`"value":"-Xmx1g -XX:ActiveProcessorCount=2"`);
    expect(of(withPods(isOf("svc-07"), env({ JAVA_TOOL_OPTIONS: null })))).toContain(
      `"name":"JDK_JAVA_OPTIONS"`,
    );
    const both = { JAVA_TOOL_OPTIONS: null, JDK_JAVA_OPTIONS: null };
    expect(of(withPods(isOf("svc-07"), env(both)))).toBeUndefined();
  });
  it("are for JVMs where any is told, else for all", () => {
    expect(of(withPods(isOf("svc-07"), env({})))).toBeUndefined();
    expect(of(withPods(() => true, env({})))).toContain("ActiveProcessorCount=2");
  });
});

describe("the startup probe", () => {
  const probeOf = (changes: Partial<ContentionWorld> = {}) =>
    patchOf(measures(changes)["startup-probe"], "svc-13");
  it("has the liveness probe's own check, and twice the slowest good start in the worst crowd", () => {
    // svc-13 was Ready after 40 s beside two that started then too; with 11 beside it that is 160 s.
    expect(probeOf()?.params).toMatchObject({
      ...{ slowestSeconds: 40, crowdedSeconds: 160, failureThreshold: 64, periodSeconds: 5, seconds: 320 },
      basis: "slowest-good-start",
    });
    expect(probeOf()?.patch).toEqual({
      spec: {
        template: {
          spec: {
            containers: [
              {
                name: "app",
                startupProbe: {
                  httpGet: { path: "/health", port: 8080 },
                  ...{ failureThreshold: 64, periodSeconds: 5, timeoutSeconds: 1 },
                },
              },
            ],
          },
        },
      },
    });
  });
  it.each([
    { tcpSocket: { port: 5432 } },
    { exec: { command: ["sh", "-c", "true"] } },
    { grpc: { port: 9000 } },
  ])("copies %j", (handler) => {
    const liveness = testContainer().liveness;
    const changes = withPods(isOf("svc-13"), {
      container: { liveness: liveness && { ...liveness, handler } },
    });
    expect(JSON.stringify(probeOf(changes)?.patch)).toContain(JSON.stringify(handler).slice(1, -1));
  });
  it("is none where there is one, where liveness is not told, and for what runs before", () => {
    const { liveness } = testContainer();
    const none = [{ startup: liveness }, { liveness: null }, { role: "init" as const }];
    for (const container of none) expect(probeOf(withPods(isOf("svc-13"), { container }))).toBeUndefined();
    const sidecar = withPods(isOf("svc-13"), { container: { role: "sidecar" } });
    expect(probeOf(sidecar)?.patch).toMatchObject({
      spec: { template: { spec: { initContainers: [{ name: "app" }] } } },
    });
  });
  it("never allows less than liveness does now, and takes no later return for a start", () => {
    const quick = withPods(() => true, { pod: { isReady: true, readySinceMs: START + 14_000 } });
    expect(Number(probeOf(quick)?.params["seconds"])).toBeGreaterThanOrEqual(56);
    const back = withPods(() => true, { pod: { isReady: true, readySinceMs: START + 40 * 60_000 } });
    expect(probeOf(back)?.params).toMatchObject({ seconds: 600, basis: "unmeasured", slowestSeconds: null });
  });
});

describe("the counter-measures", () => {
  it("tell StatefulSets and DaemonSets too, and count what can be patched nowhere", () => {
    const world = incidentWorld();
    const mine = (kind: string, name: string) => ({ owner: { kind, name, uid: `${kind}-${name}` } });
    const pods = [
      testPod("db-0", mine("StatefulSet", "db")),
      testPod("agent-x", mine("DaemonSet", "agent")),
      testPod("launcher", mine("VirtualMachineInstance", "lab")),
      testPod("bare"),
    ];
    const found = measures({ pod: known([...itemsOf(world.pod), ...pods]) });
    expect(found["raise-request"]?.patches.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["Deployment", "StatefulSet", "DaemonSet"]),
    );
    expect(found["topology-spread"]?.patches.map(({ kind }) => kind)).not.toContain("DaemonSet");
    for (const each of Object.values(found)) expect(each.unpatchedPods).toBe(2);
  });
  it("know a Deployment by its hash where ReplicaSets were not read", () => {
    const found = measures({ replicaSet: unknown });
    expect(found["topology-spread"]?.patches[0]?.names).toContain("svc-01");
  });
  it("are none where no link is shown", () => {
    expect(measures({ pod: known([testPod("a")]), replicaSet: unknown })).toEqual({});
  });
});
