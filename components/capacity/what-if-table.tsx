"use client";
import { useTranslations } from "next-intl";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { Cell, PlainTable } from "../tables/plain-table";
import { cx } from "../ui/class-names";
import { useCapacityWords } from "./use-capacity-words";
import { amountText, boundText, type CapacityWords, roomCountText, roomThenText } from "./words";

type Labs = CapacityAnswer["labs"];
type Lab = Labs[number];
const COLUMNS = ["lab", "now", "nowBinds", "then", "thenBinds", "charge"] as const;
const NUMBERS: readonly string[] = ["now", "then", "charge"];
/** On a phone these stand below the lab's name and the numbers. */
const WIDE_ONLY: readonly string[] = ["nowBinds", "thenBinds", "charge"];

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
  if (now.length === 0) return <p className="p-4 text-muted">{t("noLabs")}</p>;
  return (
    <div aria-busy={isBusy} aria-live="polite" className={isBusy ? "opacity-60" : undefined}>
      <PlainTable
        label={t("whatIf")}
        hasWrappedHead
        head={COLUMNS.map((key) => ({
          ...{ key, label: t(`whatIfColumns.${key}`) },
          ...{ isNumeric: NUMBERS.includes(key), isWideOnly: WIDE_ONLY.includes(key) },
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
      <th scope="row" className="h-9 min-w-24 max-w-60 px-3 py-1 font-normal break-words sm:min-w-32">
        {now.name}
        <span className="block text-sm text-muted sm:hidden">
          <Charged lab={then ?? now} />
        </span>
      </th>
      <Cell isNumeric isTight>
        {roomCountText(words, now.room)}
        <BindsBelow lab={now} />
      </Cell>
      <Cell isTight isWideOnly>
        <Binds lab={now} />
      </Cell>
      <Cell isNumeric isTight>
        <span className={cx(isOther && "font-semibold")}>
          {then === null ? "–" : roomThenText(words, now.room, then.room)}
        </span>
        {then !== null && <BindsBelow lab={then} />}
      </Cell>
      <Cell isTight isWideOnly>
        {then === null ? "–" : <Binds lab={then} />}
      </Cell>
      <Cell isNumeric isWideOnly>
        <Charged lab={then ?? now} />
      </Cell>
    </tr>
  );
}

function BindsBelow({ lab }: { lab: Lab }) {
  return (
    <span className="block text-sm text-muted sm:hidden">
      <Binds lab={lab} />
    </span>
  );
}

function Charged({ lab }: { lab: Lab }) {
  const words = useCapacityWords();
  return (
    <>
      <span className="block">{chargedText(words, lab, "requests.memory", "bytes")}</span>
      <span className="block">{chargedText(words, lab, "requests.cpu", "cores")}</span>
    </>
  );
}

function Binds({ lab: { room } }: { lab: Lab }) {
  const words = useCapacityWords();
  const { binds } = room;
  if (binds === null) return words.unmeasured;
  return <span title={binds.type === "quota" ? binds.key : undefined}>{boundText(words, binds)}</span>;
}

function chargedText(words: CapacityWords, { charge }: Lab, key: string, measure: "bytes" | "cores"): string {
  return amountText(words, charge[key] ?? null, measure);
}
