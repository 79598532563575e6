"use client";
import { useTranslations } from "next-intl";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { DEFAULT_RATIO } from "@/lib/domain/capacity/charge";
import { Cell, PlainTable } from "../tables/plain-table";
import { Panel } from "../ui/panel";
import { useCapacityWords } from "./use-capacity-words";
import { amountText, chargeText, roomText } from "./words";

/** For each lab: how many more, and what stops the next one. */
export function RoomPanel({ capacity }: { capacity: CapacityAnswer }) {
  const t = useTranslations("capacity");
  const assumed = [
    capacity.kubevirtRelease === null ? t("releaseUnknown") : null,
    capacity.cpuAllocationRatio === null ? t("ratioUnknown", { ratio: DEFAULT_RATIO }) : null,
  ];
  return (
    <Panel
      title={t("roomTitle")}
      aside={assumed.filter((each) => each !== null).join(" · ") || null}
      isFlush={capacity.labs.length > 0}
    >
      {capacity.labs.length === 0 ? (
        <p className="text-muted">{t("noLabs")}</p>
      ) : (
        <RoomTable label={t("roomTitle")} labs={capacity.labs} />
      )}
    </Panel>
  );
}

export function RoomTable({ label, labs }: { label: string; labs: CapacityAnswer["labs"] }) {
  const t = useTranslations("capacity");
  const words = useCapacityWords();
  return (
    <PlainTable
      label={label}
      head={[
        { key: "room", label: t("roomColumn") },
        { key: "guest", label: t("guestColumn"), isNumeric: true, isWideOnly: true },
        { key: "memory", label: t("chargeMemory"), isNumeric: true, isWideOnly: true },
        { key: "cpu", label: t("chargeCpu"), isNumeric: true, isWideOnly: true },
      ]}
    >
      {labs.map(({ id, name, room, charge, guestMiB, machineCount }) => (
        <tr key={id}>
          <Cell isWrapped>
            {roomText(words, name, room)}
            <span className="mt-0.5 block text-sm text-muted sm:hidden">
              {chargeText(words, charge, guestMiB * machineCount)}
            </span>
          </Cell>
          <Cell isNumeric isWideOnly>
            {amountText(words, `${guestMiB * machineCount}Mi`, "bytes")}
          </Cell>
          <Cell isNumeric isWideOnly>
            {amountText(words, charge["requests.memory"] ?? null, "bytes")}
          </Cell>
          <Cell isNumeric isWideOnly>
            {amountText(words, charge["requests.cpu"] ?? null, "cores")}
          </Cell>
        </tr>
      ))}
    </PlainTable>
  );
}
