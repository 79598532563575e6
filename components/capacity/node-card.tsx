"use client";
import { useTranslations } from "next-intl";
import { StatusMark } from "../ui/status-mark";
import { NodeColumn } from "./node-column";
import { troubleOf } from "./node-order";
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

const MARKS = {
  "not-ready": { tone: "bad", shape: "down" },
  unmeasured: { tone: "warn", shape: "ring" },
  crowded: { tone: "warn", shape: "square" },
  closed: { tone: "warn", shape: "square" },
  none: { tone: "ok", shape: "disc" },
} as const;

/** All that is known of a node, beside its column of cells. */
export function NodeCard({ node, hasName }: { node: SeenNode; hasName: boolean }) {
  const t = useTranslations("capacity");
  const words = useCapacityWords();
  const memory = freeText(words, node.memory, "bytes");
  const die = firstToDieText(words, node);
  return (
    <div className="flex min-w-0 gap-4">
      <NodeColumn memory={node.memory} label={`${node.name}: ${memory}`} />
      <div className="min-w-0 flex-1">
        {hasName && <p className="font-medium break-words">{node.name}</p>}
        <NodeState node={node} isWrapped />
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
    </div>
  );
}

function NodeFact({ name, lines }: { name: string; lines: readonly string[] }) {
  return (
    <div className="gap-3 py-0.5 sm:flex">
      <dt className="shrink-0 text-muted sm:w-24">{name}</dt>
      <dd className="min-w-0 flex-1 break-words">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </dd>
    </div>
  );
}

export function NodeState({ node, isWrapped }: { node: SeenNode; isWrapped?: boolean }) {
  const words = useCapacityWords();
  const text = nodeStateText(words, node);
  return (
    <StatusMark {...MARKS[troubleOf(node)]}>
      {isWrapped ? (
        <span className="min-w-0 wrap-anywhere whitespace-normal">{text}</span>
      ) : (
        <span title={text}>{text}</span>
      )}
    </StatusMark>
  );
}
