import { describe, expect, it } from "vitest";
import type { Pod } from "../../objects";
import type { Affinity, NodeSelectorTerm, PodAffinityTerm, SelectorExpression } from "../../placement";
import { meetsNodeAffinity, nodeAffinityScores } from "./node-affinity";
import { podAffinityFilter, podAffinityScores } from "./pod-affinity";
import type { Place } from "./places";
import { nodeIn, place, podWith } from "./test-places";

const ZONE = "topology.kubernetes.io/zone";
const noLabels = () => undefined;

function withNodeTerms(nodeSelectorTerms: NodeSelectorTerm[]): Pod {
  const required = { nodeSelectorTerms };
  return podWith({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
  });
}

describe("node affinity", () => {
  const node = {
    ...nodeIn("a", "x"),
    metadata: { ...nodeIn("a", "x").metadata, labels: { disk: "ssd", rank: "7" } },
  };

  it.each<[boolean, SelectorExpression]>([
    [true, { key: "disk", operator: "In", values: ["hdd", "ssd"] }],
    [false, { key: "disk", operator: "NotIn", values: ["ssd"] }],
    [true, { key: "gpu", operator: "NotIn", values: ["yes"] }],
    [true, { key: "rank", operator: "Gt", values: ["6"] }],
    [false, { key: "rank", operator: "Lt", values: ["7"] }],
    [false, { key: "disk", operator: "DoesNotExist" }],
  ])("%s for %j", (expected, expression) => {
    expect(meetsNodeAffinity(withNodeTerms([{ matchExpressions: [expression] }]), node)).toBe(expected);
  });

  it("needs all of a term and one of the terms; an empty term is met by none", () => {
    const has = (key: string): SelectorExpression => ({ key, operator: "Exists" });
    expect(meetsNodeAffinity(withNodeTerms([{ matchExpressions: [has("disk"), has("gpu")] }]), node)).toBe(
      false,
    );
    const either = [{ matchExpressions: [has("gpu")] }, { matchExpressions: [has("disk")] }];
    expect(meetsNodeAffinity(withNodeTerms(either), node)).toBe(true);
    expect(meetsNodeAffinity(withNodeTerms([{}]), node)).toBe(false);
  });

  it("knows a node by its name, and asks for the selector too", () => {
    const named = [{ matchFields: [{ key: "metadata.name", operator: "In" as const, values: ["a"] }] }];
    expect(meetsNodeAffinity(withNodeTerms(named), nodeIn("a"))).toBe(true);
    expect(meetsNodeAffinity(withNodeTerms(named), nodeIn("b"))).toBe(false);
    const both = { ...withNodeTerms(named).spec, nodeSelector: { gpu: "yes" } };
    expect(meetsNodeAffinity(podWith(both), nodeIn("a"))).toBe(false);
  });

  it("prefers by weight, the heaviest being 100", () => {
    const inZone = (zone: string) => ({
      matchExpressions: [{ key: ZONE, operator: "In" as const, values: [zone] }],
    });
    const preferred = [
      { weight: 80, preference: inZone("x") },
      { weight: 20, preference: inZone("y") },
    ];
    const pod = podWith({
      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } },
    });
    expect(nodeAffinityScores(pod, [nodeIn("a", "x"), nodeIn("b", "y"), nodeIn("c", "z")])).toEqual([
      100, 25, 0,
    ]);
  });
});

const term = (app: string, more: Partial<PodAffinityTerm> = {}): PodAffinityTerm => ({
  topologyKey: ZONE,
  labelSelector: { matchLabels: { app } },
  ...more,
});
const near = (...terms: PodAffinityTerm[]): Affinity => ({
  podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
});
const apart = (...terms: PodAffinityTerm[]): Affinity => ({
  podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
});
const reasons = (
  pod: Pod,
  places: Place[],
  labelsOf: (name: string) => Record<string, string> | undefined = noLabels,
) => {
  const filter = podAffinityFilter(pod, places, labelsOf);
  return places.map(({ node }) => filter(node)?.reasons[0]?.replace("node(s) didn't ", "") ?? "");
};

describe("required pod affinity", () => {
  it("wants a domain in which such a pod is", () => {
    const places = [place("a", "x", 0), place("b", "x", 1), place("c", "y", 0), place("d", undefined, 1)];
    const pod = podWith({ affinity: near(term("web")) }, { app: "db" });
    expect(reasons(pod, places)).toEqual(["", "", "match pod affinity rules", "match pod affinity rules"]);
    expect(podAffinityFilter(pod, places, noLabels)(nodeIn("c", "y"))?.couldPreempt).toBe(false);
  });

  it("lets the first of its kind in anywhere that has the key, and nobody else", () => {
    const places = [place("a", "x", 0), place("d", undefined, 0)];
    expect(reasons(podWith({ affinity: near(term("web")) }), places)).toEqual([
      "",
      "match pod affinity rules",
    ]);
    expect(reasons(podWith({ affinity: near(term("web")) }, { app: "db" }), places)).toHaveLength(2);
    expect(reasons(podWith({ affinity: near(term("web")) }, { app: "db" }), places)).not.toContain("");
  });

  it("speaks of its own namespace unless it names others, by name or by label", () => {
    const places = [{ node: nodeIn("a", "x"), pods: [podWith({}, { app: "web" }, { namespace: "other" })] }];
    const pod = (more: Partial<PodAffinityTerm>) =>
      podWith({ affinity: near(term("web", more)) }, { app: "db" });
    const labelsOf = (name: string) => ({ team: name });
    expect(reasons(pod({}), places)).toEqual(["match pod affinity rules"]);
    expect(reasons(pod({ namespaces: ["other"] }), places)).toEqual([""]);
    const byLabel = (team: string) => pod({ namespaceSelector: { matchLabels: { team } } });
    expect(reasons(byLabel("other"), places, labelsOf)).toEqual([""]);
    expect(reasons(byLabel("third"), places, labelsOf)).toEqual(["match pod affinity rules"]);
  });
});

describe("required pod anti-affinity", () => {
  const places = [place("a", "x", 1), place("c", "y", 0)];

  it("wants a domain in which no such pod is; a node without the key has none", () => {
    const pod = podWith({ affinity: apart(term("web")) });
    expect(reasons(pod, [...places, place("d", undefined, 1)])).toEqual([
      "match pod anti-affinity rules",
      "",
      "",
    ]);
  });

  it("of a pod that is there keeps others away, in its own namespace's name", () => {
    const alone = podWith({ affinity: apart(term("web")) }, { app: "db" });
    const withAlone = [{ node: nodeIn("a", "x"), pods: [alone] }, place("c", "y", 0)];
    expect(reasons(podWith(), withAlone)).toEqual(["satisfy existing pods anti-affinity rules", ""]);
    expect(reasons(podWith({}, { app: "web" }, { namespace: "other" }), withAlone)).toEqual(["", ""]);
  });

  it("goes by the pod's own values of matchLabelKeys and by others' of mismatchLabelKeys", () => {
    const pod = (more: Partial<PodAffinityTerm>) =>
      podWith({ affinity: apart(term("web", more)) }, { app: "web", team: "red" });
    const blue = [{ node: nodeIn("a", "x"), pods: [podWith({}, { app: "web", team: "blue" })] }];
    expect(reasons(pod({ matchLabelKeys: ["team"] }), blue)).toEqual([""]);
    expect(reasons(pod({ mismatchLabelKeys: ["team"] }), blue)).toEqual(["match pod anti-affinity rules"]);
  });
});

describe("preferred pod affinity", () => {
  const places = [place("a", "x", 1), place("b", "y", 0), place("c", "z", 2)];

  it("scores by the matching pods of a domain, each with its weight", () => {
    const preferred = [{ weight: 10, podAffinityTerm: term("web") }];
    const pod = podWith({
      affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } },
    });
    expect(podAffinityScores(pod, places, places, noLabels)).toEqual([50, 0, 100]);
  });

  it("scores the other way round for anti-affinity, and for what others want of this one", () => {
    const preferred = [{ weight: 10, podAffinityTerm: term("web") }];
    const pod = podWith({
      affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } },
    });
    expect(podAffinityScores(pod, places, places, noLabels)).toEqual([50, 100, 0]);
    const fan = podWith({ affinity: near(term("db")) }, { app: "fan" });
    const withFan = [{ node: nodeIn("a", "x"), pods: [fan] }, place("b", "y", 0)];
    expect(podAffinityScores(podWith({}, { app: "db" }), withFan, withFan, noLabels)).toEqual([100, 0]);
  });

  it("is 0 everywhere where nothing is preferred", () => {
    expect(podAffinityScores(podWith(), places, places, noLabels)).toEqual([0, 0, 0]);
  });
});
