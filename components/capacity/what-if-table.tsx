"use client";
import { useTranslations } from "next-intl";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { Cell, PlainTable } from "../tables/plain-table";
import { cx } from "../ui/class-names";
import { useCapacityWords } from "./use-capacity-words";
import { amountText, boundText, type CapacityWords, roomCountText, roomThenText } from "./words";

type Labs = CapacityAnswer["labs"];
type Lab = Labs[number];
const COLUMNS = ["lab", "now", "nowBinds", "then", "thenBinds", "memory", "cpu"] as const;
const NUMBERS: readonly string[] = ["now", "then", "memory", "cpu"];

interface WhatIfTableProps {
  readonly now: Labs;
  /** null: nothing was changed. */
  readonly then: Labs | null;
  /** What is shown is of the change before, until the answer is there. */
  readonly isBusy: boolean;
}

/** For each lab how many more sessions now and then, and what stops the one after that. */
export function WhatIfTable({ now, then, isBusy }: WhatIfTableProps) {
  const t = useTranslations("capacity");
  return (
    <div aria-busy={isBusy} aria-live="polite" className={isBusy ? "opacity-60" : undefined}>
      <PlainTable
        label={t("whatIf")}
        head={COLUMNS.map((key) => ({
          ...{ key, label: t(`whatIfColumns.${key}`), isNumeric: NUMBERS.includes(key) },
        }))}
      >
        {now.map((lab) => (
          <LabRow key={lab.id} now={lab} then={then?.find(({ id }) => id === lab.id) ?? null} />
        ))}
      </PlainTable>
      {then === null && <p className="border-t px-3 py-2 text-sm text-muted">{t("whatIfNothing")}</p>}
    </div>
  );
}

function LabRow({ now, then }: { now: Lab; then: Lab | null }) {
  const words = useCapacityWords();
  const isOther = then !== null && then.room.sessions !== now.room.sessions;
  return (
    <tr>
      <th scope="row" className="h-9 min-w-36 max-w-60 px-3 py-1 font-normal break-words">
        {now.name}
      </th>
      <Cell isNumeric>{roomCountText(words, now.room)}</Cell>
      <Cell isWrapped>{bindsText(words, now)}</Cell>
      <Cell isNumeric>
        <span className={cx(isOther && "font-semibold")}>
          {then === null ? "–" : roomThenText(words, now.room, then.room)}
        </span>
      </Cell>
      <Cell isWrapped>{then === null ? "–" : bindsText(words, then)}</Cell>
      <Cell isNumeric>{chargedText(words, then ?? now, "requests.memory", "bytes")}</Cell>
      <Cell isNumeric>{chargedText(words, then ?? now, "requests.cpu", "cores")}</Cell>
    </tr>
  );
}

function bindsText(words: CapacityWords, { room: { binds } }: Lab): string {
  return binds === null ? words.unmeasured : boundText(words, binds);
}

function chargedText(words: CapacityWords, { charge }: Lab, key: string, measure: "bytes" | "cores"): string {
  return amountText(words, charge[key] ?? null, measure);
}
