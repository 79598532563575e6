import { describe, expect, it } from "vitest";
import { placeAgain } from "./place-again";
import { analyse } from "./report";
import { INCIDENT_NOW as NOW, incidentWorld, START, testPod, unknown } from "./test-incident";

const CHOICE = {
  ...{ namespaces: ["shop"], selector: "", fromMs: START, toMs: null, rollout: null },
  only: "all" as const,
};
const measures = (changes = {}) =>
  Object.fromEntries(analyse(incidentWorld(changes), CHOICE, NOW).measures.map((each) => [each.code, each]));
const counts = (placed: Readonly<Record<string, number>> | undefined) => Object.values(placed ?? {});

describe("placeAgain", () => {
  const world = incidentWorld();
  const pods =
    world.pod.state === "known" ? world.pod.items.filter(({ namespace }) => namespace === "shop") : [];
  it.each([
    ["as it was", { requestCpu: null, isSpread: false }, [12, 5, 3, 2, 1]],
    ["spread", { requestCpu: null, isSpread: true }, [5, 5, 5, 4, 4]],
    ["more than fits", { requestCpu: 9, isSpread: false }, [0, 0, 0, 0, 0]],
  ])("%s", (_name, rule, expected) =>
    expect(counts(placeAgain(world, pods, rule) ?? undefined)).toEqual(expected),
  );
  it("does not guess", () => {
    expect(placeAgain({ ...world, node: unknown }, pods, { requestCpu: null, isSpread: false })).toBeNull();
  });
});

describe("the counter-measures of the incident", () => {
  it("raise the request to the boot peak, which spreads the pods", () => {
    const found = measures()["raise-request"];
    expect(found?.params).toEqual({ milli: 550, basis: "boot-peak-seen" });
    expect(counts(found?.effect?.before)).toEqual([12, 5, 3, 2, 1]);
    expect(Math.max(...counts(found?.effect?.after))).toBeLessThanOrEqual(6);
  });
  it("go by the former request where no peak is seen", () => {
    expect(measures({ podUsage: unknown })["raise-request"]?.params).toEqual({
      milli: 500,
      basis: "former-request",
    });
  });
  it("spread by a label that all share", () => {
    expect(measures()["topology-spread"]?.params).toEqual({ label: "app.kubernetes.io/part-of=shop" });
  });
  it("keep a JVM's options, size waves, and give a start twice the slowest good one", () => {
    const found = measures();
    expect(JSON.stringify(found["limit-and-processors"]?.patch)).toContain(
      "-javaagent:/otel/agent.jar -XX:ActiveProcessorCount=1",
    );
    expect(found["waves"]?.params).toMatchObject({ size: 3 });
    expect(found["startup-probe"]?.params).toEqual({
      ...{ failureThreshold: 16, periodSeconds: 5, slowestSeconds: 40, basis: "slowest-good-start" },
    });
  });
  it("are none where no link is shown", () => {
    expect(
      measures({ pod: { state: "known", items: [testPod("a")], dateMs: NOW }, replicaSet: unknown }),
    ).toEqual({});
  });
});
