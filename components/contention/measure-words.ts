import type { Measure, MeasurePatch, Placed } from "@/lib/domain/contention/measures/measure";
import { WITHHELD } from "@/lib/domain/contention/measures/withhold";
import { type ReportWords, written } from "./words";

/** Nodes that a sentence names; the others are counted. */
const MOST_NODES = 12;

/** What a measure is, with this case's figures. */
export function measureText(words: ReportWords, { code, params }: Measure): string {
  const { label, basis } = params;
  return words.say(`measure.${code}`, {
    ...written(words, params),
    ...rangeOf(words, params),
    basis: typeof basis === "string" ? words.say(`basis.${basis}`, written(words, params)) : "",
    label: typeof label === "string" ? words.say("byLabel", { label }) : "",
  });
}

/** What has to be minded with it; null: nothing. */
export function measureNote(words: ReportWords, { code }: Measure): string | null {
  return code === "waves" ? words.say("measureNote.waves") : null;
}

export function unpatchedText(words: ReportWords, { unpatchedPods }: Measure): string | null {
  return unpatchedPods === 0 ? null : words.say("unpatched", { count: unpatchedPods });
}

export function workloadCount({ patches }: Measure): number {
  return patches.reduce((sum, { names }) => sum + names.length, 0);
}

/** Which workloads a patch is for, and its figures; a patch of a spread has none. */
export function patchText(words: ReportWords, { code }: Measure, patch: MeasurePatch): string {
  const { kind, namespace, names, params, isCut } = patch;
  const { basis } = params;
  const parts = [words.say("patchFor", { kind, namespace, names: names.join(", ") })];
  if (Object.keys(params).length > 0)
    parts.push(
      words.say(`patchFigures.${code}`, {
        ...written(words, params),
        basis: typeof basis === "string" ? words.say(`basis.${basis}`, written(words, params)) : "",
      }),
    );
  if (isCut) parts.push(words.say("patchCut", { mark: WITHHELD }));
  return parts.join(". ");
}

/** What a measure does to placement: pods by node as they are and with it. */
export function effectText(words: ReportWords, { effect }: Measure): string {
  if (effect === null) return words.say("effectUnknown");
  const { now, before, after, together } = effect;
  const count = (placed: Placed) => Object.values(placed).reduce((sum, pods) => sum + pods, 0);
  const unplaced = count(before) - count(after);
  const isMoved = !isSame(before, after);
  const parts = [
    isMoved ? words.say("effect", { list: moves(words, now, after) }) : words.say("effectNone"),
    isMoved && !isSame(now, before) ? words.say("effectAnew", { list: places(words, before) }) : "",
    together ? words.say("effectTogether", { list: moves(words, together.before, together.after) }) : "",
    unplaced > 0 ? words.say("effectUnplaced", { count: unplaced }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/** Plurals need a number: where the least and the most are the same, it is one. */
function rangeOf(words: ReportWords, params: Measure["params"]): { range?: string | number } {
  const of = (start: string) => Object.entries(params).find(([key]) => key.startsWith(start))?.[1];
  const [least, most] = [of("least"), of("most")];
  if (typeof least !== "number" || typeof most !== "number") return {};
  return { range: least === most ? least : words.say("fromTo", { least, most }) };
}

function moves(words: ReportWords, from: Placed, to: Placed): string {
  const nodes = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (node) => from[node] || to[node],
  );
  const most = (node: string) => Math.max(from[node] ?? 0, to[node] ?? 0);
  return listed(words, nodes, most, (node) =>
    words.say("effectMove", { node, before: from[node] ?? 0, after: to[node] ?? 0 }),
  );
}

function places(words: ReportWords, placed: Placed): string {
  const nodes = Object.keys(placed).filter((node) => placed[node]);
  const of = (node: string) => placed[node] ?? 0;
  return listed(words, nodes, of, (node) => words.say("effectPlace", { node, pods: of(node) }));
}

/** In the order of names; where there are too many, those with the most pods. */
function listed(
  words: ReportWords,
  nodes: readonly string[],
  pods: (node: string) => number,
  say: (node: string) => string,
): string {
  const chosen = [...nodes].sort((a, b) => pods(b) - pods(a) || (a < b ? -1 : 1)).slice(0, MOST_NODES);
  const left = nodes.length - chosen.length;
  const told = chosen.sort().map(say);
  return [...told, ...(left > 0 ? [words.say("effectMore", { count: left })] : [])].join(", ");
}

function isSame(a: Placed, b: Placed): boolean {
  return [...Object.keys(a), ...Object.keys(b)].every((node) => (a[node] ?? 0) === (b[node] ?? 0));
}
