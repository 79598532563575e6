import type { AutoscalerFinding } from "@/lib/domain/contention/autoscalers";
import type { RequestChange } from "@/lib/domain/contention/case-facts";
import type { Concentration } from "@/lib/domain/contention/concentration";
import type { Impact } from "@/lib/domain/contention/impact";
import type { Evidence } from "@/lib/domain/contention/judgement";
import type { LastLines } from "@/lib/domain/contention/last-lines";
import type { Neighbours } from "@/lib/domain/contention/neighbours";
import type { NodeRow } from "@/lib/domain/contention/placement";
import type { UntimedReport } from "@/lib/domain/contention/report";
import type { RestartRow } from "@/lib/domain/contention/restarts";
import type { Figure } from "@/lib/domain/contention/verdict-codes";
import type { Words } from "../ui/use-words";

type Value = string | number;
/** The words of "contention" and how numbers are written: the screen's own, or those of the command line. */
export interface ReportWords extends Words {
  percent(share: number): string;
  bytes(value: number): string;
}

/** What nodeCells writes, in its order: keys of "columns" and of "restartColumns". */
export const NODE_COLUMNS = [
  ...["node", "newPods", "restarts", "perPod", "share", "cpu", "starting", "weight", "memory", "state"],
];
export const RESTART_COLUMNS = [
  ...["pod", "container", "node", "restarts", "exit", "cause", "ran", "budget", "backOff", "ready"],
];

export function concentrationText(words: ReportWords, found: Concentration): string {
  const { state, node, expected, seen, share, pods, allPods, allRestarts, chance, unmeasuredPods, step } =
    found;
  const text = words.say(`concentration.${state}`, {
    ...{ node: node ?? "?", seen: seen ?? 0, all: allRestarts, pods: pods ?? 0, allPods },
    ...{ restarted: found.restartedPods, waiting: found.waitingPods },
    expected: expected === null ? words.unmeasured : words.number(expected, 1),
    share: share === null ? words.unmeasured : words.percent(share),
    chance: chance === null ? "" : words.say(`chance.${chance}`),
  });
  return [
    text,
    ...(step !== null && step > 1 ? [words.say("chanceStep", { step: words.number(step) })] : []),
    ...(unmeasuredPods === 0 ? [] : [words.say("leftOut", { count: unmeasuredPods })]),
  ].join(" ");
}

export function figureText(words: ReportWords, { code, params }: Figure): string {
  const given = written(words, params);
  if (code === "not-read")
    return words.say("figures.not-read", { kind: words.say(`kinds.${params["kind"] ?? ""}`) });
  if (code !== "requests-changed") return words.say(`figures.${code}`, given);
  const { fromMilli: from, toMilli: to } = params;
  const isTold = typeof from === "number" && typeof to === "number";
  const change = isTold ? words.say("figures.requestsChange", { from: `${from}m`, to: `${to}m` }) : "";
  return words.say("figures.requests-changed", { ...given, change });
}

/** Plurals need numbers; what was not measured is a word. */
export function written(words: ReportWords, params: Figure["params"]): Record<string, Value> {
  const entries = Object.entries(params).map(([key, value]): [string, Value] => {
    if (value === null) return [key, words.unmeasured];
    return [key, typeof value === "number" && !Number.isInteger(value) ? words.number(value, 1) : value];
  });
  return Object.fromEntries(entries);
}

export function exitText(words: ReportWords, { lastExit }: RestartRow): string {
  if (lastExit === null) return words.say("noExit");
  const { exitCode, signal, reason } = lastExit;
  return words.say("exit", {
    code: exitCode ?? words.unmeasured,
    signal: signal ?? 0,
    reason: reason === null ? "" : words.say("exitReason", { reason }),
  });
}

export function causeText(words: ReportWords, { judgement }: RestartRow): string {
  const cause = words.say(`causes.${judgement.cause}`);
  return words.say(`certainty.${judgement.certainty}`, { cause });
}

export function evidenceText(words: ReportWords, { code, params }: Evidence): string {
  const text = words.say(`evidence.${code}`, {
    count: 1,
    reason: "?",
    signal: "?",
    ...written(words, params),
  });
  const message = params["message"];
  return message ? `${text}: ${message}` : text;
}

/** What has to be known of older pods on the same nodes. */
export function neighboursText(words: ReportWords, { sinceMs, nodes, rows }: Neighbours): string {
  if (sinceMs === null) return words.unmeasured;
  if (rows.length > 0) return words.say("neighboursNote");
  return words.say("noNeighbours", { pods: nodes.reduce((sum, { pods }) => sum + pods, 0) });
}

export function budgetText(words: ReportWords, { liveness, startup }: RestartRow): string {
  const range = (key: string, { minSeconds: min, maxSeconds: max }: NonNullable<RestartRow["liveness"]>) =>
    words.say(key, { min, max });
  const parts = [
    liveness && range("budget", liveness),
    startup ? range("startupBudget", startup) : words.say("noStartup"),
  ];
  return parts.filter(Boolean).join(", ");
}

export function backOffText(words: ReportWords, { backOff }: RestartRow): string {
  const { isWaiting, delayMs } = backOff;
  if (delayMs === null) return words.unmeasured;
  if (!isWaiting && delayMs === 0) return words.say("backOffNone");
  return words.say(isWaiting ? "backOffWaiting" : "backOffNext", { seconds: Math.round(delayMs / 1000) });
}

/** The lines themselves, or the sentence that says why there are none. */
export function logText(words: ReportWords, found: LastLines): { text: string; isLog: boolean } {
  if (found.state === "unmeasured") return { text: words.say(`logProblems.${found.problem}`), isLog: false };
  if (found.lines.length === 0) return { text: words.say("lastLinesEmpty"), isLog: false };
  const lines = found.isCut ? [...found.lines, `[${words.say("lastLinesCut")}]`] : found.lines;
  return { text: lines.join("\n"), isLog: true };
}

export function qosText(words: ReportWords, { qos }: UntimedReport): string {
  const list = qos.map((each) => `${each.qos ?? words.unmeasured} ${words.number(each.pods)}`).join(", ");
  return words.say("qosSummary", { list });
}

export function nodeCells(words: ReportWords, row: NodeRow): string[] {
  const maybe = (value: number | null, write: (value: number) => string) =>
    value === null ? words.unmeasured : write(value);
  const cores = (value: number | null) => maybe(value, (each) => words.number(each, 2));
  const bytes = (value: number | null) => maybe(value, words.bytes);
  const { cpu, memory, smallest } = row;
  return [
    row.name,
    maybe(row.newPods, words.number),
    maybe(row.restarts, words.number),
    row.restartsPerPod === null ? "" : words.number(row.restartsPerPod, 1),
    row.restartShare === null ? "" : words.percent(row.restartShare),
    words.say("cpuCell", {
      ...{ requested: cores(cpu.requested), used: cores(cpu.used), allocatable: cores(cpu.allocatable) },
    }),
    maybe(row.coldStarting, words.number),
    smallest === null
      ? ""
      : words.say("weightCell", { weight: smallest.curvedWeight, cores: cores(smallest.curvedCores) }),
    words.say("memoryCell", { requested: bytes(memory.requested), allocatable: bytes(memory.allocatable) }),
    nodeState(words, row),
  ];
}

export function nodeState(
  words: ReportWords,
  { presence, isReady, isCordoned, wrongConditions }: NodeRow,
): string {
  if (presence !== "present") return words.say(`presence.${presence}`);
  const ready = isReady === null ? words.unmeasured : words.say(isReady ? "ready" : "notReady");
  const wrong = (wrongConditions ?? []).filter(({ type }) => type !== "Ready").map(({ type }) => type);
  return [ready, ...(isCordoned ? [words.say("cordoned")] : []), ...wrong].join(", ");
}

export function autoscalerText(
  words: ReportWords,
  { code, autoscaler, others, params }: AutoscalerFinding,
): string {
  const name = autoscaler ?? "";
  const names = others === 0 ? name : words.say("andOthers", { name, count: others });
  return words.say(`autoscalers.${code}`, { ...written(words, params), name: names });
}

/** What a Deployment asked for before, what it asks for now, and its pods where they ask for something else. */
export function requestText(words: ReportWords, change: RequestChange): string {
  const { namespace, deployment, fromCpu, toCpu, podCpu } = change;
  const milliText = (cores: number | null) =>
    cores === null ? words.unmeasured : `${words.number(cores * 1000)}m`;
  const name = `${namespace}/${deployment}`;
  const text = words.say("requestLine", { name, from: milliText(fromCpu), to: milliText(toCpu) });
  if (podCpu === null || podCpu === toCpu) return text;
  return `${text}; ${words.say("requestOfPods", { milli: milliText(podCpu) })}`;
}

/** The Deployments that did not keep what they promise, or one line where all did. */
export function impactLines(words: ReportWords, impact: readonly Impact[]): string[] {
  if (impact.length === 0) return [words.say("impactNone")];
  const others = impact.filter(({ state }) => state !== "kept");
  if (others.length === 0) return [words.say("impactKept", { count: impact.length })];
  return others.map(({ namespace, deployment, state, available, replicas }) =>
    words.say("impactLine", {
      ...{ name: `${namespace}/${deployment}`, state: words.say(`impactStates.${state}`) },
      ...{ available: available ?? words.unmeasured, replicas: replicas ?? words.unmeasured },
    }),
  );
}
