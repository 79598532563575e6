"use client";
import { useTranslations } from "next-intl";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { Panel } from "../ui/panel";
import { StatusMark } from "../ui/status-mark";
import { Measured } from "../ui/times";
import { NodeColumn } from "./node-column";
import {
  firstToDieText,
  freeText,
  machinesText,
  nodeStateText,
  type SeenNode,
  signsText,
  usedText,
} from "./node-words";
import { useCapacityWords } from "./use-capacity-words";

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

function NodeItem({ node }: { node: SeenNode }) {
  const t = useTranslations("capacity");
  const words = useCapacityWords();
  const memory = freeText(words, node.memory, "bytes");
  const die = firstToDieText(words, node);
  return (
    <li className="flex min-w-0 gap-3">
      <NodeColumn memory={node.memory} label={`${node.name}: ${memory}`} />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{node.name}</p>
        <NodeState node={node} />
        <dl className="mt-1 text-sm">
          <NodeFact name={t("nodeFacts.memory")} lines={[memory, usedText(words, node.memory, "bytes")]} />
          <NodeFact
            name={t("nodeFacts.cpu")}
            lines={[freeText(words, node.cpu, "cores"), usedText(words, node.cpu, "cores")]}
          />
          <NodeFact name={t("nodeFacts.machines")} lines={[machinesText(words, node)]} />
          <NodeFact name={t("nodeFacts.signs")} lines={[signsText(words, node)]} />
          {die !== null && <NodeFact name={t("nodeFacts.die")} lines={[die]} />}
        </dl>
      </div>
    </li>
  );
}

function NodeFact({ name, lines }: { name: string; lines: readonly string[] }) {
  return (
    <div className="flex gap-2 py-0.5">
      <dt className="w-24 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 flex-1 break-words">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </dd>
    </div>
  );
}

function NodeState({ node }: { node: SeenNode }) {
  const words = useCapacityWords();
  const { isReady, isCordoned, isSchedulable, taints, conditions } = node;
  const isClosed = isCordoned || isSchedulable === false || taints.length > 0 || conditions.length > 0;
  return (
    <StatusMark
      tone={!isReady ? "bad" : isClosed ? "warn" : "ok"}
      shape={!isReady ? "down" : isClosed ? "square" : "disc"}
    >
      <span className="min-w-0 break-words whitespace-normal">{nodeStateText(words, node)}</span>
    </StatusMark>
  );
}
