import type { CapacityAnswer } from "@/lib/contracts/capacity";
import type { Bound, LabRoom } from "@/lib/domain/capacity/binding";
import { DEFAULT_RATIO } from "@/lib/domain/capacity/charge";
import { peakOf, refusalsOf } from "@/lib/domain/capacity/history";
import { humanAmount, type Measure } from "@/lib/domain/capacity/measure";
import { isValid, parseQuantity } from "@/lib/domain/capacity/quantity";
import { alignedText } from "./aligned-text";
import { utcTime } from "./show-time";
import { translate } from "./translate";

type Gauge = CapacityAnswer["gauges"][number];
type Node = NonNullable<CapacityAnswer["nodes"]>[number];
type Volume = NonNullable<CapacityAnswer["volumes"]>[number];

const DAY_MS = 86_400_000;
const UNMEASURED = translate("app.unmeasured");
const t = (key: string, values: Record<string, string | number> = {}) => translate(`capacity.${key}`, values);

/** The answer of the capacity page for a terminal: the same facts, in its words. Times are UTC. */
export function capacityText(answer: CapacityAnswer): string {
  const { asOfMs, isStale, unread, seats, kubevirtRelease, cpuAllocationRatio } = answer;
  const kinds = unread.map(({ kind, error }) => `${t(`kinds.${kind}`)} (${error})`).join(", ");
  const lines = [
    `Cluster as of ${utcTime(asOfMs)}${isStale ? ", not answering since" : ""}`,
    ...(kinds === "" ? [] : [t("unread", { kinds })]),
    ...(seats.freeByMs === null ? [] : [`Full: ${t("freeBy", { time: utcTime(seats.freeByMs) })}`]),
    ...(kubevirtRelease === null ? [`${t("releaseUnknown")}.`] : []),
    ...(cpuAllocationRatio === null ? [`${t("ratioUnknown", { ratio: DEFAULT_RATIO })}.`] : []),
    ...section("gauges", gaugeTable(answer.gauges)),
    ...section("roomTitle", roomLines(answer.labs)),
    ...section("nodes", nodeTable(answer)),
    ...section("volumes", volumeTable(answer.volumes)),
    ...section("history", historyLines(answer)),
  ];
  return lines.join("\n");
}

function section(title: string, body: string): string[] {
  return ["", t(title), body];
}

function gaugeTable(gauges: CapacityAnswer["gauges"]): string {
  const rows = gauges.map((gauge) => [gaugeName(gauge), t(`states.${gauge.state}`), gaugeWords(gauge)]);
  return alignedText(["BOUND", "STATE", "USE"], rows, "");
}

function gaugeName({ of }: Gauge): string {
  if (of.type === "cap") return t("cap");
  if (of.type === "namespace") return t("namespace", { namespace: of.namespace });
  return t("quotaKey", { key: of.key, quota: of.quota, namespace: of.namespace });
}

function gaugeWords({ measure, used, hard, percent, releasing, reserved, problem, state }: Gauge): string {
  if (state === "no-quota") return t("noQuota");
  const isSome = (text: string | null) => text !== null && text !== "0";
  const parts = [
    hard !== null &&
      t("usedOf", { used: amount(used, measure), hard: amount(hard, measure), percent: percent ?? -1 }),
    isSome(releasing) && t("releasing", { amount: amount(releasing, measure) }),
    isSome(reserved) && t("reserved", { amount: amount(reserved, measure) }),
    problem !== null && t(`problems.${problem.code}`, { text: "text" in problem ? problem.text : "" }),
  ];
  return parts.filter((part) => part !== false).join(", ");
}

function roomLines(labs: CapacityAnswer["labs"]): string {
  if (labs.length === 0) return t("noLabs");
  return labs
    .map(({ name, room, charge }) => {
      const memory = amount(charge["requests.memory"] ?? null, "bytes");
      const cpu = amount(charge["requests.cpu"] ?? null, "cores");
      return `${roomText(name, room)} ${t("charge", { memory, cpu })}`;
    })
    .join("\n");
}

function roomText(lab: string, { sessions, binds, next, isAtMost }: LabRoom): string {
  if (sessions === null || binds === null) return t("roomUnknown", { lab });
  const parts = [t("room", { lab, sessions, bound: boundText(binds) })];
  if (next !== null && next.sessions !== null)
    parts.push(t("roomNext", { bound: boundText(next.bound), sessions: next.sessions }));
  if (isAtMost) parts.push(t("roomAtMost"));
  return parts.join(" ");
}

function boundText(bound: Bound): string {
  if (bound.type === "quota") return t("bounds.quota", { key: bound.key, quota: bound.quota });
  return t(`bounds.${bound.type}`);
}

function nodeTable({ nodes, hasMetrics }: CapacityAnswer): string {
  if (nodes === null) return UNMEASURED;
  const rows = nodes.map((node) => [
    node.name,
    nodeState(node),
    `${amount(node.memory.free, "bytes")} of ${amount(node.memory.allocatable, "bytes")}`,
    `${amount(node.cpu.free, "cores")} of ${amount(node.cpu.allocatable, "cores")}`,
    amount(node.memory.used, "bytes"),
    node.machines === null ? UNMEASURED : String(node.machines),
  ]);
  const headings = ["NODE", "STATE", "MEMORY FREE", "CPU FREE", "MEMORY USED", "MACHINES"];
  const table = alignedText(headings, rows, "The cluster has no node.");
  return hasMetrics ? table : `${table}\n${t("noMetrics")}`;
}

function nodeState({ isReady, isCordoned, isSchedulable, taints, conditions }: Node): string {
  const words = [
    isReady ? t("ready") : t("notReady"),
    isCordoned && t("cordoned"),
    isSchedulable === false && t("noVms"),
    ...taints.map(({ key, effect }) => `${key}:${effect}`),
    ...conditions.filter(({ type }) => type !== "Ready").map(({ type }) => type),
  ];
  return words.filter((word) => word !== false).join(", ");
}

function volumeTable(volumes: CapacityAnswer["volumes"]): string {
  if (volumes === null) return UNMEASURED;
  const rows = volumes.map((volume) => [
    `${volume.namespace}/${volume.name}`,
    volumeSize(volume),
    volume.labs.join(", ") || t("volumeNoLab"),
    volumeState(volume),
  ]);
  return alignedText(["VOLUME", "SIZE", "COPIED BY", "STATE"], rows, t("noVolumes"));
}

function volumeSize({ size }: Volume): string {
  if (size !== null && "invalid" in size) return size.invalid;
  return amount(size?.nano ?? null, "bytes");
}

function volumeState({ phase, deletingAtMs, heldBy, finalizers }: Volume): string {
  if (deletingAtMs === null) return phase;
  const holders = heldBy === null ? t("holdersUnknown") : heldBy.join(", ") || finalizers.join(", ");
  return `being deleted since ${utcTime(deletingAtMs)}, ${t("volumeHeld", { holders })}`;
}

function historyLines({ history, serverNowMs }: CapacityAnswer): string {
  if (history.length === 0) return t("historyNone");
  return [historyLine("day", DAY_MS), historyLine("week", 7 * DAY_MS)].join("\n");

  function historyLine(span: "day" | "week", ms: number): string {
    const samples = history.filter(({ atMs }) => atMs > serverNowMs - ms);
    const peak = peakOf(samples);
    const refused = t("historyRefused", refusalsOf(samples));
    if (peak === null) return `${t(span)}: ${t("historyNone")}`;
    const most = t("historyPeak", { taken: peak.taken, cap: peak.cap });
    return `${t(span)}: ${most} ${utcTime(peak.atMs)}; ${refused}`;
  }
}

/** 4.3 GiB, 1.64 CPU, 8. */
function amount(text: string | null, measure: Measure): string {
  const read = text === null ? null : parseQuantity(text);
  if (read === null || !isValid(read)) return UNMEASURED;
  const human = humanAmount(read.nano, measure);
  const digits = measure === "cores" ? 2 : 1;
  const number = new Intl.NumberFormat("en", { maximumFractionDigits: digits }).format(human.amount);
  const unit = measure === "cores" ? "CPU" : human.unit;
  return unit === "" ? number : `${number} ${unit}`;
}
