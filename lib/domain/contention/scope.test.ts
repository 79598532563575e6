import { describe, expect, it } from "vitest";
import { type ContentionChoice, rolloutsOf, scopeOf } from "./scope";
import { incidentWorld, known, START, testPod } from "./test-incident";

const ALL: ContentionChoice = {
  ...{ namespaces: [], selector: "", fromMs: null, toMs: null, rollout: null, only: "all" },
};
const world = incidentWorld();
const rollouts = rolloutsOf(world);
const count = (choice: Partial<ContentionChoice>) =>
  scopeOf(world, { ...ALL, ...choice }, rollouts).pods.length;

describe("scopeOf", () => {
  it.each<[string, Partial<ContentionChoice>, number]>([
    ["everything", {}, 28],
    ["a namespace", { namespaces: ["shop"] }, 23],
    ["labels", { selector: "app in (svc-01,svc-02)" }, 4],
    ["since the start", { fromMs: START }, 23],
    ["before it", { toMs: START - 1 }, 5],
    ["a rollout", { rollout: rollouts[0]?.id ?? "" }, 23],
    ["labs alone", { only: "labs" }, 0],
  ])("%s", (_name, choice, expected) => expect(count(choice)).toBe(expected));

  it("says what is wrong with a choice", () => {
    expect(scopeOf(world, { ...ALL, selector: "a=b=c" }, []).problem?.code).toBe("selector-bad-operator");
    expect(scopeOf(world, { ...ALL, rollout: "x" }, rollouts).problem?.code).toBe("rollout-not-found");
  });
  it("counts pods without a date that a window leaves out", () => {
    const pod = known([testPod("a", { createdAtMs: null })]);
    expect(scopeOf({ pod }, { ...ALL, fromMs: START }, [])).toMatchObject({ pods: [], undatedPods: 1 });
    expect(scopeOf({ pod }, ALL, []).undatedPods).toBe(0);
  });
});

describe("rolloutsOf", () => {
  it("joins what appeared together", () => {
    expect(rollouts).toHaveLength(1);
    expect(rollouts[0]).toMatchObject({ startedAtMs: START, lastAtMs: START + 11_400 });
    expect(rollouts[0]?.parts).toHaveLength(20);
    expect(rollouts[0]?.parts[0]).toMatchObject({
      deployment: "svc-01",
      replicaSet: "svc-01-new",
      revision: 5,
    });
  });
  it("parts what is over two minutes apart, and dates a rollback by its first pod", () => {
    if (world.replicaSet.state !== "known") throw new Error("sample");
    const items = world.replicaSet.items.map((set) => {
      if (set.name === "svc-01-old") return { ...set, revision: 6 };
      return set.name === "svc-20-new" ? { ...set, createdAtMs: START + 120_601 } : set;
    });
    const owner = { kind: "ReplicaSet", name: "svc-01-old", uid: "rs-svc-01-old" };
    const pod = known([testPod("back", { owner, createdAtMs: START + 500_000 })]);
    const found = rolloutsOf({ ...world, replicaSet: known(items), pod });
    expect(found.map(({ startedAtMs, parts }) => [startedAtMs - START, parts.length])).toEqual([
      [500_000, 1],
      [120_601, 1],
      [600, 18],
    ]);
  });
});
