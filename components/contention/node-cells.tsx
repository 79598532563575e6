"use client";
import type { ReactNode } from "react";
import type { NodeRow } from "@/lib/domain/contention/placement";
import { Measured } from "../ui/times";
import { useReportWords } from "./use-report-words";
import { nodeState } from "./words";

/** Keys of "nodesHead", in the order of the cells: what the export has in ten columns, in seven that fit a laptop. */
export const NODE_HEAD = ["node", "newPods", "restarts", "cpu", "starting", "weight", "memory"] as const;
export const NODE_NUMBERS: ReadonlySet<string> = new Set(["newPods", "restarts", "starting"]);

/** A row of the node table: a figure, and below it what it is measured by. */
export function NodeCells({ row }: { row: NodeRow }) {
  const words = useReportWords();
  const { cpu, memory, smallest, restartShare, restartsPerPod } = row;
  const cores = (value: number | null) => (value === null ? words.unmeasured : words.number(value, 2));
  const count = (value: number | null) => <Measured value={value === null ? null : words.number(value)} />;
  const bytes = (value: number | null) => (value === null ? words.unmeasured : words.bytes(value));
  const share =
    restartShare === null || restartsPerPod === null
      ? null
      : words.say("nodeShare", {
          ...{ share: words.percent(restartShare), perPod: words.number(restartsPerPod, 1) },
        });
  return (
    <tr>
      <TwoLines below={nodeState(words, row)}>
        <span className="font-medium">{row.name}</span>
      </TwoLines>
      <TwoLines isNumeric>{count(row.newPods)}</TwoLines>
      <TwoLines isNumeric below={share}>
        {count(row.restarts)}
      </TwoLines>
      <TwoLines below={words.say("nodeUsed", { used: cores(cpu.used) })}>
        {words.say("memoryCell", { requested: cores(cpu.requested), allocatable: cores(cpu.allocatable) })}
      </TwoLines>
      <TwoLines isNumeric>{count(row.coldStarting)}</TwoLines>
      <TwoLines
        below={
          smallest &&
          words.say("nodeWeight", {
            share: words.percent(smallest.curvedShare),
            cores: cores(smallest.curvedCores),
          })
        }
      >
        {smallest?.curvedWeight ?? ""}
      </TwoLines>
      <TwoLines
        below={words.say("nodeAllocatable", {
          allocatable: bytes(memory.allocatable),
          used: bytes(memory.used),
        })}
      >
        {bytes(memory.requested)}
      </TwoLines>
    </tr>
  );
}

interface TwoLinesProps {
  readonly children: ReactNode;
  readonly below?: string | null;
  readonly isNumeric?: boolean;
}

function TwoLines({ children, below, isNumeric }: TwoLinesProps) {
  return (
    <td className={`px-3 py-1.5 align-top whitespace-nowrap max-xl:px-1.5 ${isNumeric ? "text-right" : ""}`}>
      <p>{children}</p>
      {below && <p className="min-w-16 text-xs text-muted max-xl:whitespace-normal xl:min-w-20">{below}</p>}
    </td>
  );
}
