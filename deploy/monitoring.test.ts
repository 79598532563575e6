import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { problemsOf } from "./object-schema";
import { type KubeObject, objectsOf } from "./render-chart";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string };
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  readonly fieldConfig: { readonly defaults: { readonly unit: string; readonly noValue: string } };
}

const [ruleObject] = objectsOf(readFileSync("deploy/monitoring/prometheus-rule.yaml", "utf8")) as [
  KubeObject,
];
const rules = (ruleObject.spec as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readFileSync("deploy/monitoring/dashboard.json", "utf8")) as {
  panels: Panel[];
};
const queries = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);

/** docs/metrics.md, which a test holds to what /api/metrics answers, to the name, type and label. */
const metrics = new Map(
  [...readFileSync("docs/metrics.md", "utf8").matchAll(/^\| `(\w+)` +\| (\w+) +\| (\w+) +\|([^|]*)\|/gm)].map(
    ([, name = "", type = "", of = "", labels = ""]) =>
      [name, { type, of, labels: [...labels.matchAll(/\w+/g)].map(String) }] as const,
  ),
);
const seriesIn = (query: string): string[] => query.match(/curfew_\w+/g) ?? [];
const nameOf = (series: string): string =>
  metrics.has(series) ? series : series.replace(/_(bucket|sum|count)$/, "");

describe("alerts and dashboard", () => {
  it("name only what /api/metrics has, and a histogram's parts only of a histogram", () => {
    expect(metrics.size).toBeGreaterThan(15);
    for (const series of queries.flatMap(seriesIn)) {
      const metric = metrics.get(nameOf(series));
      expect(metric, series).toBeDefined();
      expect(metric?.type === "histogram", series).toBe(nameOf(series) !== series);
    }
  });

  it("go by labels that the figures have", () => {
    for (const query of queries) {
      const known = [
        "namespace",
        "le",
        ...seriesIn(query).flatMap((series) => metrics.get(nameOf(series))?.labels ?? []),
      ];
      const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = ""]) =>
        labels.split(/, */),
      );
      const matched = [...query.matchAll(/[{,](\w+)=/g)].map(([, label = ""]) => label);
      expect(
        [...grouped, ...matched].filter((label) => !known.includes(label)),
        query,
      ).toEqual([]);
    }
  });

  it("add up what each process counts, and never what the database says to all", () => {
    for (const query of queries) {
      const kinds = new Set(seriesIn(query).map((series) => metrics.get(nameOf(series))?.of));
      expect(kinds.size, query).toBe(1);
      const isGauge = seriesIn(query).every((series) => metrics.get(series)?.type === "gauge");
      // A gauge of a process is no part of a whole: the one that stands worst is shown.
      if (kinds.has("process") && isGauge) expect(query).toMatch(/^max by /);
      else if (kinds.has("process")) expect(query).toMatch(/sum by \([^)]*\) \((rate|increase)\(/);
      else expect(query.replace(/sum\(max by \(direction\)/, "max by (")).not.toMatch(/\bsum\b/);
    }
  });
});

describe("alerts", () => {
  it("are a PrometheusRule with a severity, a wait and what to do", () => {
    expect(problemsOf({ ...ruleObject })).toEqual([]);
    const headings = [...readFileSync("docs/operations.md", "utf8").matchAll(/^#+ (.+)$/gm)].map(
      ([, title = ""]) =>
        title
          .toLowerCase()
          .replace(/[^a-z0-9 -]/g, "")
          .replaceAll(" ", "-"),
    );
    for (const { alert, annotations, labels, for: wait } of rules) {
      expect(["critical", "warning"], alert).toContain(labels.severity);
      expect(wait, alert).toMatch(/^\d+m$/);
      const [page, anchor = ""] = annotations.runbook.split("#");
      expect(page).toBe("docs/operations.md");
      expect(headings, alert).toContain(anchor);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it("tell of everything that an operator must not learn from a student", () => {
    const about = (pattern: RegExp) =>
      rules.filter(({ expr }) => pattern.test(expr)).map((rule) => `${rule.alert} ${rule.for}`);
    expect(about(/last_good_pass_age_seconds\) > 180/)).toEqual(["CurfewReaperSilent 1m"]);
    expect(about(/absent/)).toEqual(["CurfewNotMeasured 3m"]);
    expect(about(/result="failed"/)).toEqual(["CurfewItemsFail 10m"]);
    expect(about(/brake_held/)).toEqual(["CurfewBrakeHeld 1m"]);
    expect(about(/machines_stuck/)).toEqual(["CurfewMachineStuck 5m"]);
    expect(about(/curfew_machines\) >= /)).toEqual(["CurfewCapFull 10m"]);
    expect(about(/unreadable/)).toEqual(["CurfewClusterUnreadable 3m"]);
  });
});

describe("the dashboard", () => {
  it("has panels that say what they show, in a unit, side by side", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, description, fieldConfig, targets } of panels) {
      expect(description, title).toMatch(/\.$/);
      expect(fieldConfig.defaults, title).toMatchObject({ unit: expect.any(String), noValue: "unmeasured" });
      for (const { expr } of targets) expect(expr, title).toContain('namespace="$namespace"');
    }
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_none, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});
