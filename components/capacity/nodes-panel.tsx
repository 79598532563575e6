"use client";
import { useTranslations } from "next-intl";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { Panel } from "../ui/panel";
import { Measured } from "../ui/times";
import { NodeCard } from "./node-card";
import { troubleFirst, troubleOf } from "./node-order";
import { NodeTable } from "./node-table";
import type { SeenNode } from "./node-words";

/** As many are told of side by side; more stand in a table that can be searched. */
const FEW = 8;

/** Every node's room: what was promised, what is really used, and what keeps it from taking a machine. */
export function NodesPanel({ nodes, hasMetrics }: { nodes: CapacityAnswer["nodes"]; hasMetrics: boolean }) {
  const t = useTranslations("capacity");
  const isMany = nodes !== null && nodes.length > FEW;
  return (
    <Panel
      title={t("nodes")}
      isFlush={isMany}
      aside={
        <>
          {nodes !== null && nodes.length > 0 && <span>{t("nodeCount", countsOf(nodes))}</span>}
          {!hasMetrics && <span>{t("noMetrics")}</span>}
        </>
      }
    >
      <Nodes nodes={nodes} isMany={isMany} />
    </Panel>
  );
}

function Nodes({ nodes, isMany }: { nodes: CapacityAnswer["nodes"]; isMany: boolean }) {
  const t = useTranslations("capacity");
  if (nodes === null) return <Measured value={null} />;
  if (nodes.length === 0) return <p className="text-muted">{t("noNodes")}</p>;
  if (isMany) return <NodeTable nodes={nodes} />;
  return (
    <>
      <ul className="grid gap-x-8 gap-y-6 lg:grid-cols-2 2xl:grid-cols-3">
        {troubleFirst(nodes).map((node) => (
          <li key={node.name} className="min-w-0">
            <NodeCard node={node} hasName />
          </li>
        ))}
      </ul>
      <p className="mt-4 border-t pt-3 text-sm text-muted">{t("nodeLegend")}</p>
    </>
  );
}

function countsOf(nodes: readonly SeenNode[]) {
  return { count: nodes.length, trouble: nodes.filter((node) => troubleOf(node) !== "none").length };
}
