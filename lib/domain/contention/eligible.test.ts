import { describe, expect, it } from "vitest";
import { mayRunOn, rulesKey } from "./eligible";
import type { PodRules } from "./pod-rules";
import { testNode } from "./test-incident";

const rules = (changes: Partial<PodRules> = {}): PodRules => ({
  ...{ nodeSelector: {}, tolerations: [], nodeTerms: null },
  ...changes,
});
const tolerates = (key: string, operator = "Exists", value = "", effect = "") =>
  rules({ tolerations: [{ key, operator, value, effect }] });
const wants = (operator: string, values: readonly string[] = [], key = "zone") =>
  rules({ nodeTerms: [[{ key, operator, values, isField: false }]] });
const isNamed = (name: string) =>
  rules({ nodeTerms: [[{ key: "metadata.name", operator: "In", values: [name], isField: true }]] });

describe("mayRunOn", () => {
  const taints = [{ key: "gpu", value: "yes", effect: "NoSchedule" }];
  const labels = { zone: "a", cores: "8" };
  it.each([
    ["any node", rules(), {}, true],
    ["a node that is not Ready", rules(), { isReady: false }, false],
    ["a node that does not say whether it is Ready", rules(), { isReady: null }, false],
    ["a cordoned node", rules(), { isCordoned: true }, false],
    ["a cordon that it tolerates", tolerates("node.kubernetes.io/unschedulable"), { isCordoned: true }, true],
    ["a taint", rules(), { taints }, false],
    ["a soft taint", rules(), { taints: [{ key: "a", value: "", effect: "PreferNoSchedule" }] }, true],
    ["a taint by key", tolerates("gpu"), { taints }, true],
    ["all taints", tolerates(""), { taints }, true],
    ["an empty key without Exists", tolerates("", "Equal", "yes"), { taints }, false],
    ["a taint by value", tolerates("gpu", "Equal", "yes"), { taints }, true],
    ["a taint of another value", tolerates("gpu", "Equal", "no"), { taints }, false],
    ["a taint of another effect", tolerates("gpu", "Exists", "", "NoExecute"), { taints }, false],
    ["an operator that came later", tolerates("gpu", "Gt", "1"), { taints }, false],
    ["a label", rules({ nodeSelector: { zone: "a" } }), { labels }, true],
    ["a label of another value", rules({ nodeSelector: { zone: "b" } }), { labels }, false],
    ["In", wants("In", ["b", "a"]), { labels }, true],
    ["In without it", wants("In", ["b"]), { labels }, false],
    ["NotIn", wants("NotIn", ["b"]), { labels }, true],
    ["NotIn of no label", wants("NotIn", ["b"], "none"), { labels }, true],
    ["Exists", wants("Exists"), { labels }, true],
    ["DoesNotExist", wants("DoesNotExist"), { labels }, false],
    ["Gt", wants("Gt", ["4"], "cores"), { labels }, true],
    ["Lt", wants("Lt", ["4"], "cores"), { labels }, false],
    ["an affinity that came later", wants("Near", ["a"]), { labels }, false],
    ["no term", rules({ nodeTerms: [] }), { labels }, false],
    ["an empty term", rules({ nodeTerms: [[]] }), { labels }, false],
    ["one of two terms", rules({ nodeTerms: [[], ...(wants("Exists").nodeTerms ?? [])] }), { labels }, true],
    ["its name", isNamed("n"), {}, true],
    ["another name", isNamed("m"), {}, false],
  ])("%s", (_name, given, changes, expected) =>
    expect(mayRunOn(given, testNode("n", changes))).toBe(expected),
  );
  it("tells pods with the same rules by the same text", () => {
    expect(rulesKey(tolerates("gpu"))).toBe(rulesKey(tolerates("gpu")));
    expect(rulesKey(tolerates("gpu"))).not.toBe(rulesKey(rules()));
  });
});
