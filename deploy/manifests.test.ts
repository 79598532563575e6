import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isDefaultDeny } from "@/lib/cluster/check-default-deny";
import { defaultDenyPolicy } from "@/lib/cluster/manifests/default-deny";
import { type KubeObject, objectsOf, renderChart, VALUE_SETS, valuesOf } from "./render-chart";

const keyOf = ({ kind, metadata }: KubeObject) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`;
const byKey = (objects: readonly KubeObject[]) => Object.fromEntries(objects.map((one) => [keyOf(one), one]));

describe("deploy/manifests", () => {
  it.each(VALUE_SETS)("%s.yaml, which Helm rendered, is what the chart now makes of its values", (set) => {
    const rendered = renderChart(valuesOf(set));
    const kept = objectsOf(readFileSync(`deploy/manifests/${set}.yaml`, "utf8"));
    expect(kept.length, "run `npm run deploy:render` after a change of the chart").toBe(rendered.length);
    expect(byKey(kept)).toEqual(byKey(rendered));
  });

  it("has the standing policy by itself, the same that code and chart apply", () => {
    const [byHand] = objectsOf(readFileSync("deploy/manifests/default-deny.yaml", "utf8"));
    const ofChart = byKey(renderChart(valuesOf("production")))[
      "NetworkPolicy curfew-vms/curfew-default-deny"
    ];
    const ofCode = defaultDenyPolicy("curfew-vms");
    expect(byHand?.spec).toEqual(ofCode.spec);
    expect(ofChart?.spec).toEqual(ofCode.spec);
    expect(ofChart?.metadata.labels ?? {}).toEqual(ofCode.metadata.labels);
  });

  it("has a standing policy that the app takes for one, in each namespace of sessions and wherever DNS is", () => {
    const policies = VALUE_SETS.flatMap((set) => renderChart(valuesOf(set))).filter(
      ({ metadata }) => metadata.name === "curfew-default-deny",
    );
    expect(policies.map(({ metadata }) => metadata.namespace)).toContain("curfew-pods");
    expect(policies.filter((policy) => !isDefaultDeny(policy as never))).toEqual([]);
  });
});
