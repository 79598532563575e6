"use client";
import type { ContentionReport } from "@/lib/domain/contention/report";
import { Cell, PlainTable } from "../tables/plain-table";
import { Panel } from "../ui/panel";
import { NodesPicture } from "./nodes-picture";
import { useReportWords } from "./use-report-words";
import { nodeCells, NODE_COLUMNS } from "./words";

const WORDS = new Set(["node", "cpu", "weight", "memory", "state"]);
/** A longer table scrolls within itself. */
const MANY = 20;

/** The nodes that hold a chosen pod: as columns of cells, so that crowding is seen before it is read, and as a table. */
export function NodesPanel({ report }: { report: ContentionReport }) {
  const words = useReportWords();
  const nodes = report.nodes.filter(({ newPods }) => newPods !== 0);
  if (nodes.length === 0) return null;
  return (
    <Panel title={words.say("nodes")} isFlush>
      <NodesPicture pods={report.pods} />
      <div className="border-t">
        <PlainTable
          label={words.say("nodes")}
          isLong={nodes.length > MANY}
          head={NODE_COLUMNS.map((key) => ({
            key,
            label: words.say(`columns.${key}`),
            isNumeric: !WORDS.has(key),
          }))}
        >
          {nodes.map((row) => (
            <tr key={row.name}>
              {nodeCells(words, row).map((text, index) => (
                <Cell key={NODE_COLUMNS[index]} isNumeric={!WORDS.has(NODE_COLUMNS[index] ?? "")}>
                  {text}
                </Cell>
              ))}
            </tr>
          ))}
        </PlainTable>
      </div>
    </Panel>
  );
}
