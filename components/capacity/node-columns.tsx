"use client";
import { createColumnHelper } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { NEAR_PERCENT } from "@/lib/domain/capacity/gauges";
import type { Measure } from "@/lib/domain/capacity/measure";
import type { Features } from "../tables/features";
import { Gauge } from "../ui/gauge";
import { Measured } from "../ui/times";
import { numberOf } from "./drawn-number";
import { NodeState } from "./node-card";
import { troubleRank } from "./node-order";
import type { SeenNode } from "./node-words";
import { useCapacityWords } from "./use-capacity-words";
import { amountText, type CapacityWords } from "./words";

const helper = createColumnHelper<Features, SeenNode>();
type Headroom = SeenNode["memory"];

export const NODE_COLUMNS = [
  "state",
  "memoryFree",
  "memoryUsed",
  "memoryOutside",
  "cpuFree",
  "cpuUsed",
  "machines",
  "vcpus",
  "kvm",
  "seen",
] as const;
type NodeColumnId = (typeof NODE_COLUMNS)[number];
export const NODE_COLUMNS_SHOWN: readonly NodeColumnId[] = [
  "state",
  "memoryFree",
  "memoryUsed",
  "cpuFree",
  "cpuUsed",
  "machines",
  "vcpus",
];

/** @param onOpen shows all that is known of a node */
export function useNodeColumns(onOpen: (name: string) => void) {
  const t = useTranslations("capacity.nodeColumns");
  const words = useCapacityWords();
  return useMemo(() => {
    const number = (id: NodeColumnId) => ({
      ...{ id, header: t(id), meta: { label: t(id), isNumeric: true } },
      ...{ sortFn: "basic" as const, sortUndefined: "last" as const },
    });
    const used = (id: NodeColumnId, measure: Measure, of: (node: SeenNode) => string | null) =>
      helper.accessor((node) => numberOf(of(node)) ?? undefined, {
        ...number(id),
        cell: ({ row }) => <Amount words={words} amount={of(row.original)} measure={measure} />,
      });
    const free = (id: NodeColumnId, measure: Measure, of: (node: SeenNode) => Headroom) =>
      helper.accessor((node) => numberOf(of(node).free) ?? undefined, {
        ...number(id),
        cell: ({ row }) => <Free words={words} headroom={of(row.original)} measure={measure} />,
      });
    return helper.columns([
      helper.accessor((node) => node.name, {
        ...{ id: "name", header: t("name"), meta: { label: t("name") } },
        ...{ enableHiding: false, sortFn: "text" },
        cell: ({ row }) => <NameButton name={row.original.name} onOpen={onOpen} />,
      }),
      helper.accessor(troubleRank, {
        ...{ id: "state", header: t("state"), meta: { label: t("state") }, sortFn: "basic" },
        cell: ({ row }) => <NodeState node={row.original} />,
      }),
      free("memoryFree", "bytes", ({ memory }) => memory),
      used("memoryUsed", "bytes", ({ memory }) => memory.used),
      used("memoryOutside", "bytes", ({ memory }) => memory.outside),
      free("cpuFree", "cores", ({ cpu }) => cpu),
      used("cpuUsed", "cores", ({ cpu }) => cpu.used),
      helper.accessor(({ machines }) => machines ?? undefined, {
        ...number("machines"),
        cell: ({ row }) => <Count words={words} value={row.original.machines} />,
      }),
      helper.accessor(({ vcpusPerCore }) => vcpusPerCore ?? undefined, {
        ...number("vcpus"),
        cell: ({ row }) => <Count words={words} value={row.original.vcpusPerCore} digits={2} />,
      }),
      used("kvm", "count", ({ kvm }) => kvm?.free ?? null),
      helper.accessor(({ leaseAgeMs }) => leaseAgeMs ?? undefined, {
        ...number("seen"),
        cell: ({ row: { original } }) => (
          <Measured
            value={original.leaseAgeMs === null ? null : words.duration(Math.max(1000, original.leaseAgeMs))}
          />
        ),
      }),
    ]);
  }, [t, words, onOpen]);
}

function NameButton({ name, onOpen }: { name: string; onOpen: (name: string) => void }) {
  return (
    <button
      type="button"
      title={name}
      aria-haspopup="dialog"
      onClick={() => onOpen(name)}
      className="max-w-full truncate align-middle font-medium text-accent hover:underline"
    >
      {name}
    </button>
  );
}

interface AmountProps {
  readonly words: CapacityWords;
  readonly amount: string | null;
  readonly measure: Measure;
}

function Amount({ words, amount, measure }: AmountProps) {
  return <Measured value={amount === null ? null : amountText(words, amount, measure)} />;
}

function Count({ words, value, digits }: { words: CapacityWords; value: number | null; digits?: number }) {
  return <Measured value={value === null ? null : words.number(value, digits)} />;
}

interface FreeProps extends Pick<AmountProps, "words" | "measure"> {
  readonly headroom: Headroom;
}

/** A bar of what was promised, so that a crowded node is seen before it is read. */
function Free({ words, headroom: { free, requested, allocatable }, measure }: FreeProps) {
  const [asked, most] = [numberOf(requested), numberOf(allocatable)];
  if (free === null || asked === null || most === null) return <Measured value={null} />;
  // The heading names the unit of CPUs; bytes have one each.
  const told = (amount: string | null) =>
    measure === "cores" ? words.number(numberOf(amount) ?? 0, 1) : amountText(words, amount, measure);
  const text = words.say("freeOf", { free: told(free), allocatable: told(allocatable) });
  const share = most <= 0 ? 1 : asked / most;
  return (
    <span className="inline-flex items-center gap-3">
      <span className="inline-flex w-16">
        <Gauge
          label={words.say("promised", { percent: Math.floor(share * 100) })}
          value={asked}
          max={most}
          tone={share >= 1 ? "bad" : share * 100 >= NEAR_PERCENT ? "warn" : "accent"}
        />
      </span>
      <span className={free.startsWith("-") ? "text-bad" : undefined}>{text}</span>
    </span>
  );
}
