"use client";
import { useTranslations } from "next-intl";
import type { ReapItem } from "@/lib/domain/reap-types";
import { Cell, PlainTable } from "../tables/plain-table";
import { ItemObject } from "./item-object";
import { itemAct } from "./reap-item-words";

/** Items of a plan: what would be done, and to what. */
export function PlanTable({ label, items }: { label: string; items: readonly ReapItem[] }) {
  const t = useTranslations("reaper");
  const session = useTranslations("session");
  const direction = useTranslations("direction");
  return (
    <PlainTable
      label={label}
      head={[
        { key: "direction", label: t("directionColumn") },
        { key: "object", label: session("name") },
        { key: "act", label: t("actColumn") },
      ]}
    >
      {items.map((item) => (
        <tr key={item.key}>
          <Cell>{direction(item.direction)}</Cell>
          <Cell>
            <ItemObject item={item} />
          </Cell>
          <Cell isWrapped>{t(`act.${itemAct(item)}`)}</Cell>
        </tr>
      ))}
    </PlainTable>
  );
}
