import { type DependencySign, isWideFailure, signFigures, UNREACHED } from "./dependency";
import type { ContainerLines } from "./last-lines";
import type { UntimedReport } from "./report";

/** The report with what the last lines of logs, which are read apart, tell of a failing dependency. */
export function withLastLines<Report extends UntimedReport>(
  report: Report,
  lines: readonly ContainerLines[],
): Report {
  const told = signsIn(report, lines);
  if (told.length === 0) return report;
  const byPod = new Map(
    [...report.dependencySigns, ...told].map((each) => [`${each.namespace}/${each.pod}`, each]),
  );
  const signs = [...byPod.values()];
  const isShown = isWideFailure(signs, report.concentration.state);
  const alternatives = report.alternatives.map((each) => {
    if (each.code !== "failing-dependency") return each;
    const others = each.figures.filter(({ code }) => code !== "connections-failed");
    return {
      ...each,
      state: isShown ? ("shown" as const) : each.state,
      figures: [...signFigures(signs), ...others],
    };
  });
  return { ...report, dependencySigns: signs, alternatives };
}

function signsIn({ pods }: UntimedReport, lines: readonly ContainerLines[]): DependencySign[] {
  const nodes = new Map(pods.map(({ namespace, name, node }) => [`${namespace}/${name}`, node]));
  return lines.flatMap(({ namespace, pod, found }) => {
    const node = nodes.get(`${namespace}/${pod}`) ?? null;
    const isUnreached = found.state === "read" && found.lines.some((line) => UNREACHED.test(line));
    return isUnreached && node !== null ? [{ namespace, pod, node }] : [];
  });
}
