import type { CsvCell } from "@/lib/client/csv";
import { numberOf } from "./drawn-number";
import { nodeStateText, type SeenNode } from "./node-words";
import type { CapacityWords } from "./words";

type Column = readonly [head: string, cell: (node: SeenNode) => CsvCell];

/**
 * The node table for a spreadsheet, every column of it: bytes, cores and seconds as plain numbers, so that they can be
 * counted with. What was not measured is an empty cell.
 */
export function nodeCsv(
  words: CapacityWords,
  nodes: readonly SeenNode[],
): { readonly header: string[]; readonly rows: CsvCell[][] } {
  const columns: readonly Column[] = [
    ["nodeColumns.name", ({ name }) => name],
    ["nodeColumns.state", (node) => nodeStateText(words, node)],
    ["csvHeads.memoryFree", ({ memory }) => numberOf(memory.free)],
    ["csvHeads.memoryAllocatable", ({ memory }) => numberOf(memory.allocatable)],
    ["csvHeads.memoryUsed", ({ memory }) => numberOf(memory.used)],
    ["csvHeads.memoryOutside", ({ memory }) => numberOf(memory.outside)],
    ["csvHeads.cpuFree", ({ cpu }) => numberOf(cpu.free)],
    ["csvHeads.cpuAllocatable", ({ cpu }) => numberOf(cpu.allocatable)],
    ["csvHeads.cpuUsed", ({ cpu }) => numberOf(cpu.used)],
    ["nodeColumns.machines", ({ machines }) => machines],
    ["nodeColumns.vcpus", ({ vcpusPerCore }) => vcpusPerCore],
    ["nodeColumns.kvm", ({ kvm }) => numberOf(kvm?.free ?? null)],
    ["csvHeads.seen", ({ leaseAgeMs }) => leaseAgeMs && Math.round(leaseAgeMs / 1000)],
  ];
  return {
    header: columns.map(([head]) => words.say(head)),
    rows: nodes.map((node) => columns.map(([, cell]) => cell(node))),
  };
}
