import { describe, expect, it } from "vitest";
import type { SpreadConstraint } from "../../placement";
import type { Place } from "./places";
import { nodeIn, place, podWith } from "./test-places";
import { spreadFilter, spreadScores } from "./topology-spread";

const ZONE = "topology.kubernetes.io/zone";
const APP = { matchLabels: { app: "web" } };

function constraint(more: Partial<SpreadConstraint> = {}): SpreadConstraint {
  return { maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: "DoNotSchedule", labelSelector: APP, ...more };
}
const pod = (...constraints: SpreadConstraint[]) => podWith({ topologySpreadConstraints: constraints });

/** The nodes that take the pod. */
function taken(places: Place[], ...constraints: SpreadConstraint[]): string[] {
  const filter = spreadFilter(pod(...constraints), places);
  return places.flatMap(({ node }) => (filter(node) === null ? [node.metadata.name] : []));
}

describe("spread as a filter", () => {
  const places = [place("a", "x", 2), place("b", "x", 0), place("c", "y", 1), place("d", "z", 1)];

  it("refuses a domain that would exceed the emptiest one by more than maxSkew", () => {
    expect(taken(places, constraint())).toEqual(["c", "d"]);
    expect(taken(places, constraint({ maxSkew: 2 }))).toEqual(["a", "b", "c", "d"]);
    const refusal = spreadFilter(pod(constraint()), places)(nodeIn("a", "x"));
    expect(refusal).toEqual({
      reasons: ["node(s) didn't match pod topology spread constraints"],
      couldPreempt: true,
    });
  });

  it("refuses a node without the key, and says so; it counts for no other constraint either", () => {
    const bare = [...places, place("e", undefined, 0)];
    expect(spreadFilter(pod(constraint()), bare)(nodeIn("e"))).toEqual({
      reasons: ["node(s) didn't match pod topology spread constraints (missing required label)"],
      couldPreempt: false,
    });
    const byHost = constraint({ topologyKey: "kubernetes.io/hostname" });
    // Were e counted, its host would be the emptiest, and c too full.
    expect(
      taken([place("a", "x", 2), place("c", "y", 1), place("e", undefined, 0)], byHost, constraint()),
    ).toEqual(["c"]);
  });

  it("with fewer domains than minDomains takes the emptiest for empty", () => {
    expect(taken([place("a", "x", 1), place("c", "y", 1)], constraint({ minDomains: 2 }))).toEqual([
      "a",
      "c",
    ]);
    expect(taken([place("a", "x", 1), place("c", "y", 1)], constraint({ minDomains: 3 }))).toEqual([]);
  });

  it("counts nodes that the pod's node affinity excludes only where the policy says Ignore", () => {
    const limited = podWith({
      topologySpreadConstraints: [constraint()],
      nodeSelector: { "kubernetes.io/hostname": "a" },
    });
    const two = [place("a", "x", 1), place("c", "y", 0)];
    expect(spreadFilter(limited, two)(nodeIn("a", "x"))).toBeNull();
    const ignoring = {
      ...limited.spec,
      topologySpreadConstraints: [constraint({ nodeAffinityPolicy: "Ignore" })],
    };
    expect(spreadFilter(podWith(ignoring), two)(nodeIn("a", "x"))).not.toBeNull();
  });

  it("counts tainted nodes unless the policy says Honor", () => {
    const taints = [{ key: "k", effect: "NoSchedule" }];
    const two = [place("a", "x", 1), place("c", "y", 0, { taints })];
    expect(taken(two, constraint())).toEqual(["c"]);
    expect(taken(two, constraint({ nodeTaintsPolicy: "Honor" }))).toEqual(["a", "c"]);
  });

  it("counts neither other namespaces nor pods that are going, and without a selector nothing", () => {
    const others = [podWith({}, { app: "web" }, { namespace: "other" })];
    const going = [podWith({}, { app: "web" }, { deletionTimestamp: "2026-12-01T10:00:00Z" })];
    const two = [{ node: nodeIn("a", "x"), pods: [...others, ...going] }, place("c", "y", 0)];
    expect(taken(two, constraint())).toEqual(["a", "c"]);
    expect(taken([place("a", "x", 5), place("c", "y", 0)], constraint({ labelSelector: undefined }))).toEqual(
      ["a", "c"],
    );
  });

  it("counts only pods with the same values of matchLabelKeys", () => {
    const old = { node: nodeIn("a", "x"), pods: [podWith({}, { app: "web", hash: "1" })] };
    const wanted = podWith(
      { topologySpreadConstraints: [constraint({ matchLabelKeys: ["hash"] })] },
      { app: "web", hash: "2" },
    );
    expect(spreadFilter(wanted, [old, place("c", "y", 0)])(old.node)).toBeNull();
  });
});

describe("spread as a score", () => {
  const soft = (more: Partial<SpreadConstraint> = {}) =>
    constraint({ whenUnsatisfiable: "ScheduleAnyway", ...more });
  const scores = (places: Place[], ...constraints: SpreadConstraint[]) =>
    spreadScores(pod(...constraints), places, places);

  it("is 100 for the emptiest domain and less the fuller it is, and refuses nothing", () => {
    const places = [place("a", "x", 4), place("b", "x", 0), place("c", "y", 2), place("d", "z", 0)];
    // ln 5 for three domains: 6.4, 3.2 and 0, rounded.
    expect(scores(places, soft())).toEqual([0, 0, 50, 100]);
    expect(taken(places, soft())).toHaveLength(4);
  });

  it("by host looks at the node's own pods", () => {
    const byHost = soft({ topologyKey: "kubernetes.io/hostname" });
    expect(scores([place("a", "x", 4), place("b", "x", 0)], byHost)).toEqual([0, 100]);
  });

  it("is 0 for a node without the key, and 100 for all where there is nothing to count", () => {
    expect(scores([place("a", "x", 0), place("e", undefined, 0)], soft())).toEqual([100, 0]);
    expect(scores([place("a", "x", 0), place("c", "y", 0)], soft())).toEqual([100, 100]);
  });
});
