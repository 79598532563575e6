"use client";
import { useTranslations } from "next-intl";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { Panel } from "../ui/panel";
import { StatusMark } from "../ui/status-mark";
import { useDuration } from "../ui/time-format";
import { Measured } from "../ui/times";
import { useAmount } from "./amount-text";
import { NodeColumn } from "./node-column";

type Node = NonNullable<CapacityAnswer["nodes"]>[number];

/** Every node's room: what was promised, what is really used, and what keeps it from taking a machine. */
export function NodesPanel({ nodes, hasMetrics }: { nodes: CapacityAnswer["nodes"]; hasMetrics: boolean }) {
  const t = useTranslations("capacity");
  return (
    <Panel title={t("nodes")} aside={hasMetrics ? null : t("noMetrics")}>
      {nodes === null ? (
        <Measured value={null} />
      ) : (
        <ul className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
          {nodes.map((node) => (
            <NodeItem key={node.name} node={node} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function NodeItem({ node }: { node: Node }) {
  const facts = useNodeFacts()(node);
  const memory = useMemoryWords()(node);
  return (
    <li className="flex min-w-0 gap-3">
      <NodeColumn memory={node.memory} label={`${node.name}: ${memory}`} />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{node.name}</p>
        <NodeState node={node} />
        {[memory, ...facts].map((fact) => (
          <p key={fact} className="text-sm text-muted">
            {fact}
          </p>
        ))}
        <FirstToDie node={node} />
      </div>
    </li>
  );
}

function NodeState({ node: { isReady, isCordoned, isSchedulable, taints, conditions } }: { node: Node }) {
  const t = useTranslations("capacity");
  const isClosed = isCordoned || isSchedulable === false || taints.length > 0;
  const words = [
    isReady ? t("ready") : t("notReady"),
    isCordoned && t("cordoned"),
    isSchedulable === false && t("noVms"),
    ...taints.map(({ key, effect }) => `${key}:${effect}`),
    ...conditions.filter(({ type }) => type !== "Ready").map(({ type }) => type),
  ].filter((word) => word !== false);
  return (
    <StatusMark
      tone={!isReady ? "bad" : isClosed ? "warn" : "ok"}
      shape={!isReady ? "down" : isClosed ? "square" : "disc"}
    >
      <span className="whitespace-normal">{words.join(", ")}</span>
    </StatusMark>
  );
}

function FirstToDie({ node }: { node: Node }) {
  const t = useTranslations("capacity");
  const [first] = node.firstToDie;
  if (first === undefined) return null;
  return (
    <p className="text-sm break-words text-muted">
      {t("firstToDie", { name: first.name, kind: t(`victims.${first.kind}`), qos: first.qos })}
    </p>
  );
}

function useMemoryWords(): (node: Node) => string {
  const t = useTranslations("capacity");
  const amount = useAmount();
  return ({ memory }) =>
    t("nodeMemory", { free: amount(memory.free, "bytes"), allocatable: amount(memory.allocatable, "bytes") });
}

function useNodeFacts(): (node: Node) => string[] {
  const t = useTranslations("capacity");
  const amount = useAmount();
  const duration = useDuration();
  return ({ memory, cpu, kvm, machines, vcpusPerCore, leaseAgeMs, heartbeatAgeMs }) =>
    [
      t("nodeCpu", { free: amount(cpu.free, "cores"), allocatable: amount(cpu.allocatable, "cores") }),
      memory.used !== null && t("nodeUsed", { used: amount(memory.used, "bytes") }),
      memory.outside !== null && t("nodeOutside", { outside: amount(memory.outside, "bytes") }),
      machines !== null && t("nodeMachines", { count: machines }),
      kvm !== null && t("nodeKvm", { free: amount(kvm.free, "count") }),
      vcpusPerCore !== null && t("nodeVcpus", { ratio: vcpusPerCore }),
      leaseAgeMs !== null && t("nodeLease", { duration: duration(leaseAgeMs) }),
      heartbeatAgeMs !== null && t("nodeHeartbeat", { duration: duration(heartbeatAgeMs) }),
    ].filter((fact) => fact !== false);
}
