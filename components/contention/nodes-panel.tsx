"use client";
import type { ContentionReport, PodCell, PodState } from "@/lib/domain/contention/report";
import { Cell, PlainTable } from "../tables/plain-table";
import { cx } from "../ui/class-names";
import { Panel } from "../ui/panel";
import { useReportWords } from "./use-report-words";
import { nodeCells, NODE_COLUMNS } from "./words";

const WORDS = new Set(["node", "cpu", "weight", "memory", "state"]);
/** More cells than this are told by number only. */
const MOST_CELLS = 60;

/** The nodes that hold a chosen pod: as columns of cells, so that crowding is seen before it is read, and as a table. */
export function NodesPanel({ report }: { report: ContentionReport }) {
  const words = useReportWords();
  const nodes = report.nodes.filter(({ newPods }) => newPods !== 0);
  if (nodes.length === 0) return null;
  return (
    <Panel title={words.say("nodes")} isFlush>
      <NodesPicture report={report} />
      <div className="border-t">
        <PlainTable
          label={words.say("nodes")}
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

function NodesPicture({ report }: { report: ContentionReport }) {
  const words = useReportWords();
  const byNode = new Map<string, PodCell[]>();
  for (const pod of report.pods) {
    const node = pod.node ?? words.say("noNode");
    byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  const columns = [...byNode].sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <ul
      aria-label={words.say("nodesPicture")}
      className="flex items-end gap-6 overflow-x-auto p-4"
      // It scrolls sideways, so the keyboard has to reach it.
      tabIndex={0}
    >
      {columns.map(([node, pods]) => (
        <li key={node} className="flex shrink-0 flex-col items-center gap-2">
          <NodeCells node={node} pods={pods} />
          <span className="text-sm font-medium">{node}</span>
        </li>
      ))}
    </ul>
  );
}

function NodeCells({ node, pods }: { node: string; pods: readonly PodCell[] }) {
  const words = useReportWords();
  const known = pods.map(({ restarts }) => restarts);
  const sum = known.includes(null) ? -1 : known.reduce<number>((total, each) => total + (each ?? 0), 0);
  const label = words.say("pictureLabel", { node, pods: pods.length, restarts: sum });
  const sorted = [...pods].sort((a, b) => (a.restarts ?? 0) - (b.restarts ?? 0));
  return (
    <div role="img" aria-label={label} title={label} className="flex flex-col gap-1">
      {sorted.slice(-MOST_CELLS).map((pod) => (
        <PodSquare key={`${pod.namespace}/${pod.name}`} pod={pod} />
      ))}
    </div>
  );
}

const FRAME: Readonly<Record<PodState, string>> = {
  ready: "border-ok",
  starting: "border-warn border-dashed",
  "back-off": "border-bad border-dashed",
  "not-ready": "border-warn",
  "no-node": "border-line-strong border-dashed",
  deleting: "border-line-strong border-dotted",
  finished: "border-line-strong",
  unknown: "border-line-strong border-dashed",
};

/** The number is its restarts; the frame its state. */
function PodSquare({ pod }: { pod: PodCell }) {
  const words = useReportWords();
  const { restarts, state, qos } = pod;
  const cell = words.say("cell", {
    pod: pod.name,
    state: words.say(`podStates.${state}`),
    restarts: restarts ?? -1,
  });
  const title = `${cell}, ${words.say("qosClass", { qos: qos ?? words.unmeasured })}`;
  const fill = restarts === null ? "bg-surface" : restarts === 0 ? "bg-sunken" : "bg-bad/15 text-bad";
  return (
    <span
      title={title}
      className={cx(
        "grid h-6 w-12 place-items-center rounded-sm border text-xs font-medium tabular-nums",
        FRAME[state],
        fill,
      )}
    >
      {restarts === null ? "?" : restarts === 0 ? "" : restarts}
    </span>
  );
}
