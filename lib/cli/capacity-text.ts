import { troubleFirst } from "@/components/capacity/node-order";
import {
  firstToDieText,
  freeText,
  machinesText,
  nodeStateText,
  signsText,
  usedText,
} from "@/components/capacity/node-words";
import {
  type CapacityWords,
  chargeText,
  gaugeName,
  gaugePlace,
  gaugeText,
  HISTORY_SPANS,
  historyOf,
  isAnythingRead,
  mayHaveMetrics,
  roomText,
  scopesText,
  unreadText,
  volumeHeldText,
  volumeLabsText,
  volumeSizeText,
  volumeStateText,
} from "@/components/capacity/words";
import { durationText } from "@/components/ui/duration-text";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { DEFAULT_RATIO } from "@/lib/domain/capacity/charge";
import { alignedText } from "./aligned-text";
import { utcTime } from "./show-time";
import { translate, wordsOf } from "./translate";

type Volume = NonNullable<CapacityAnswer["volumes"]>[number];

const WORDS: CapacityWords = {
  ...wordsOf("capacity"),
  duration: (ms) => durationText((key, values) => translate(`time.${key}`, values), ms),
};
const { say, unmeasured } = WORDS;

/** The answer of the capacity page for a terminal: the same facts, in its words. Times are UTC. */
export function capacityText(answer: CapacityAnswer): string {
  const { asOfMs, isStale, seats, kubevirtRelease, cpuAllocationRatio, labs, gauges, volumes } = answer;
  const unread = unreadText(WORDS, answer.unread);
  const lines = [
    isAnythingRead(answer)
      ? `Cluster as of ${utcTime(asOfMs)}${isStale ? ", not answering since" : ""}`
      : "Cluster not answering",
    ...(answer.startsHeldBy === null ? [] : [say(`startsHeld.${answer.startsHeldBy}`)]),
    ...(unread === null ? [] : [unread]),
    ...(seats.freeByMs === null ? [] : [`Full: ${say("freeBy", { time: utcTime(seats.freeByMs) })}`]),
    ...(kubevirtRelease === null ? [`${say("releaseUnknown")}.`] : []),
    ...(cpuAllocationRatio === null ? [`${say("ratioUnknown", { ratio: DEFAULT_RATIO })}.`] : []),
    ...section("roomTitle", roomLines(labs)),
    ...section("gauges", gaugeTable(gauges)),
    ...section("nodes", nodeTable(answer)),
    ...section("history", historyLines(answer)),
    ...section("volumes", volumeTable(volumes)),
  ];
  return lines.join("\n");
}

function section(title: string, body: string): string[] {
  return ["", say(title), body];
}

function gaugeTable(gauges: CapacityAnswer["gauges"]): string {
  const rows = gauges.map((gauge) => [
    [gaugeName(WORDS, gauge), gaugePlace(WORDS, gauge)].filter((part) => part !== null).join(": "),
    say(`states.${gauge.state}`),
    [gaugeText(WORDS, gauge), scopesText(WORDS, gauge)].filter((part) => part !== null).join(". "),
  ]);
  return alignedText(["BOUND", "STATE", "USE"], rows, "");
}

function roomLines(labs: CapacityAnswer["labs"]): string {
  if (labs.length === 0) return say("noLabs");
  return labs
    .map(({ name, room, charge, guestMiB, machineCount }) => {
      return `${roomText(WORDS, name, room)} ${chargeText(WORDS, charge, guestMiB * machineCount)}`;
    })
    .join("\n");
}

function nodeTable({ nodes, ...answer }: CapacityAnswer): string {
  if (nodes === null) return unmeasured;
  const rows = troubleFirst(nodes).map((node) => [
    node.name,
    nodeStateText(WORDS, node),
    `${freeText(WORDS, node.memory, "bytes")}, ${usedText(WORDS, node.memory, "bytes")}`,
    `${freeText(WORDS, node.cpu, "cores")}, ${usedText(WORDS, node.cpu, "cores")}`,
    machinesText(WORDS, node),
    signsText(WORDS, node),
    firstToDieText(WORDS, node) ?? "",
  ]);
  const headings = ["NODE", "STATE", "MEMORY", "CPU", "MACHINES", "LAST SEEN", "KILLED FIRST"];
  const table = alignedText(headings, rows, say("noNodes"));
  return mayHaveMetrics(answer) ? table : `${table}\n${say("noMetrics")}`;
}

function volumeTable(volumes: CapacityAnswer["volumes"]): string {
  if (volumes === null) return unmeasured;
  const rows = volumes.map((volume) => [
    `${volume.namespace}/${volume.name}`,
    volumeSizeText(WORDS, volume),
    volumeLabsText(WORDS, volume),
    volumeState(volume),
  ]);
  return alignedText(["VOLUME", "SIZE", "COPIED BY", "STATE"], rows, say("noVolumes"));
}

function volumeState(volume: Volume): string {
  if (volume.deletingAtMs === null) return volumeStateText(WORDS, volume);
  return `being deleted since ${utcTime(volume.deletingAtMs)}, ${volumeHeldText(WORDS, volume)}`;
}

function historyLines({ history, serverNowMs }: CapacityAnswer): string {
  if (history.length === 0) return say("historyNone");
  return HISTORY_SPANS.map(({ name, ms }) => {
    const { peak, refused } = historyOf(history, ms, serverNowMs);
    if (peak === null) return `${say(name)}: ${say("historyNone")}`;
    const most = say("historyPeak", { taken: peak.taken, cap: peak.cap });
    return `${say(name)}: ${most} ${utcTime(peak.atMs)}; ${say("historyRefused", refused)}`;
  }).join("\n");
}
