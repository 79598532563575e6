import type { CapacityAnswer } from "@/lib/contracts/capacity";
import type { Measure } from "@/lib/domain/capacity/measure";
import { amountText, type CapacityWords } from "./words";

export type SeenNode = NonNullable<CapacityAnswer["nodes"]>[number];
type Headroom = SeenNode["memory"];

/** "ready, cordoned, dedicated=build:NoSchedule, MemoryPressure"; of a lost node nobody knows its pressures. */
export function nodeStateText(words: CapacityWords, node: SeenNode): string {
  const { isReady, isCordoned, isSchedulable, taints, conditions } = node;
  const others = conditions.filter(({ type }) => type !== "Ready");
  const untold = others.filter(({ status }) => status === "Unknown").map(({ type }) => type);
  const parts = [
    words.say(isReady ? "ready" : "notReady"),
    isCordoned && words.say("cordoned"),
    isSchedulable === false && words.say("noVms"),
    isOverPromised(node) && words.say("overPromisedNode"),
    ...taints.map(({ key, value, effect }) => `${key}${value === "" ? "" : `=${value}`}:${effect}`),
    ...others.filter(({ status }) => status !== "Unknown").map(({ type }) => type),
    untold.length > 0 && words.say("conditionsUnknown", { types: untold.join(", ") }),
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** More was promised of its memory or CPU than there is. */
export function isOverPromised({ memory, cpu }: Pick<SeenNode, "memory" | "cpu">): boolean {
  return [memory.free, cpu.free].some((free) => free?.startsWith("-"));
}

/** "24 GiB of 32 GiB free by request", or by how much more was promised than there is. */
export function freeText(words: CapacityWords, { free, allocatable }: Headroom, measure: Measure): string {
  const amount = (text: string | null) => amountText(words, text, measure);
  if (free?.startsWith("-")) {
    return words.say("overPromised", { over: amount(free.slice(1)), allocatable: amount(allocatable) });
  }
  return words.say("freeByRequest", { free: amount(free), allocatable: amount(allocatable) });
}

/** "9 GiB really used, 2 GiB of it by no pod" */
export function usedText(words: CapacityWords, { used, outside }: Headroom, measure: Measure): string {
  if (used === null) return words.say("useUnmeasured");
  const amount = (text: string | null) => amountText(words, text, measure);
  return words.say("reallyUsed", { used: amount(used), outside: amount(outside) });
}

/** Machines, how thinly their CPUs are sold, and the devices that VMs need. */
export function machinesText(words: CapacityWords, { machines, vcpusPerCore, kvm }: SeenNode): string {
  const parts = [
    machines === null ? words.unmeasured : words.say("nodeMachines", { count: machines }),
    words.say("nodeVcpus", {
      ratio: vcpusPerCore === null ? words.unmeasured : words.number(vcpusPerCore, 2),
    }),
    kvm === null
      ? words.say("nodeNoKvm")
      : words.say("nodeKvm", { free: amountText(words, kvm.free, "count") }),
  ];
  return parts.join(", ");
}

/** How long ago the node's kubelet, and KubeVirt's agent on it, gave a sign of life. */
export function signsText(words: CapacityWords, { leaseAgeMs, heartbeatAgeMs }: SeenNode): string {
  const lease =
    leaseAgeMs === null
      ? words.say("leaseUnmeasured")
      : words.say("nodeLease", { duration: words.duration(Math.max(1000, leaseAgeMs)) });
  const heartbeat =
    heartbeatAgeMs === null
      ? words.say("heartbeatNone")
      : words.say("nodeHeartbeat", { duration: words.duration(Math.max(1000, heartbeatAgeMs)) });
  return `${lease}, ${heartbeat}`;
}

/** Who is killed first when the node's memory runs out, first first; null where nobody is known. */
export function firstToDieText(words: CapacityWords, { firstToDie }: SeenNode): string | null {
  if (firstToDie.length === 0) return null;
  return firstToDie
    .map(({ name, kind, qos }) => words.say("victim", { name, kind: words.say(`victims.${kind}`), qos }))
    .join(" → ");
}
