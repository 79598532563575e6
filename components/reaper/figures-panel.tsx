"use client";
import { useTranslations } from "next-intl";
import type { Distribution, ReaperView } from "@/lib/contracts/reaper";
import { Cell, PlainTable } from "../tables/plain-table";
import { Panel } from "../ui/panel";
import { useDuration } from "../ui/time-format";
import { Measured } from "../ui/times";

/** How long it takes from a session's end to machines that are gone. */
export function FiguresPanel({ view }: { view: ReaperView }) {
  const t = useTranslations("reaper");
  return (
    <Panel title={t("figures")} aside={t("figuresHint")} isFlush>
      <PlainTable
        label={t("figures")}
        head={[
          { key: "step", label: t("stepColumn") },
          { key: "p50", label: t("p50"), isNumeric: true },
          { key: "p95", label: t("p95"), isNumeric: true },
          { key: "max", label: t("max"), isNumeric: true },
          { key: "count", label: t("countColumn"), isNumeric: true },
        ]}
      >
        <Figures name={t("expiryToAccepted")} distribution={view.expiryToAccepted} />
        <Figures name={t("acceptedToGone")} distribution={view.acceptedToGone} />
      </PlainTable>
    </Panel>
  );
}

function Figures({ name, distribution }: { name: string; distribution: Distribution }) {
  const t = useTranslations("reaper");
  const duration = useDuration();
  const show = (ms: number | null) => <Measured value={ms === null ? null : duration(ms)} />;
  return (
    <tr>
      <th scope="row" className="h-9 min-w-28 px-3 py-1 font-normal break-keep wrap-normal">
        {name}
      </th>
      <Cell isNumeric>{show(distribution.p50Ms)}</Cell>
      <Cell isNumeric>{show(distribution.p95Ms)}</Cell>
      <Cell isNumeric>{show(distribution.maxMs)}</Cell>
      <Cell isNumeric>
        <span className="text-muted">{t("measured", { count: distribution.count })}</span>
      </Cell>
    </tr>
  );
}
