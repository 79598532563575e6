"use client";
import { useState } from "react";
import type { NodeRow } from "@/lib/domain/contention/placement";
import type { UntimedReport } from "@/lib/domain/contention/report";
import { PlainTable } from "../tables/plain-table";
import { Panel } from "../ui/panel";
import { NODE_HEAD, NODE_NUMBERS, NodeCells } from "./node-cells";
import { NodesPicture } from "./nodes-picture";
import { ShowMore } from "./show-more";
import { useReportWords } from "./use-report-words";

/** So many at first, and so many more whenever somebody wants them. */
const STEP = 25;
/** A longer table scrolls within itself. */
const MANY = 20;

/** The nodes that hold a chosen pod: as columns of cells, so that crowding is seen before it is read, and as a table. */
export function NodesPanel({ report }: { report: UntimedReport }) {
  const words = useReportWords();
  const [most, setMost] = useState(STEP);
  const all = worstFirst(report.nodes.filter(({ newPods }) => newPods !== 0));
  const nodes = all.slice(0, most);
  if (nodes.length === 0) return null;
  return (
    <Panel title={words.say("nodes")} isFlush>
      <NodesPicture pods={report.pods} />
      <div className="border-t">
        <PlainTable
          label={words.say("nodes")}
          isLong={nodes.length > MANY}
          hasWrappedHead
          head={NODE_HEAD.map((key) => ({
            key,
            label: words.say(`nodesHead.${key}`),
            isNumeric: NODE_NUMBERS.has(key),
          }))}
        >
          {nodes.map((row) => (
            <NodeCells key={row.name} row={row} />
          ))}
        </PlainTable>
      </div>
      <ShowMore left={all.length - nodes.length} step={STEP} onMore={() => setMost(most + STEP)} />
    </Panel>
  );
}

/** What is unmeasured stands first: it may be the worst. */
function worstFirst(nodes: readonly NodeRow[]): NodeRow[] {
  return [...nodes].sort(
    (a, b) =>
      (b.restarts ?? Infinity) - (a.restarts ?? Infinity) ||
      (b.newPods ?? Infinity) - (a.newPods ?? Infinity) ||
      (a.name < b.name ? -1 : 1),
  );
}
