"use client";
import { useTranslations } from "next-intl";
import type { PassSummary } from "@/lib/domain/pass-summary";
import { DIRECTIONS } from "@/lib/domain/reap-types";
import { Cell, PlainTable } from "../tables/plain-table";
import { Empty } from "../ui/empty";
import { Panel } from "../ui/panel";
import { useDuration } from "../ui/time-format";
import { At } from "../ui/times";
import { OutcomeMark } from "./outcome-mark";

export function PassesTable({ passes }: { passes: readonly PassSummary[] }) {
  const t = useTranslations("reaper");
  const direction = useTranslations("direction");
  return (
    <Panel title={t("passes")} isFlush>
      {passes.length === 0 ? (
        <Empty title={t("passesNone")} />
      ) : (
        <PlainTable
          isLong
          label={t("passes")}
          head={[
            { key: "number", label: t("number"), isNumeric: true },
            { key: "outcome", label: t("outcome") },
            { key: "at", label: t("at") },
            { key: "trigger", label: t("trigger") },
            { key: "duration", label: t("duration"), isNumeric: true },
            ...DIRECTIONS.map((one) => ({ key: one, label: direction(one), isNumeric: true })),
            { key: "failed", label: t("failed"), isNumeric: true },
          ]}
        >
          {passes.map((pass) => (
            <PassRow key={pass.passId ?? pass.startedAtMs} pass={pass} />
          ))}
        </PlainTable>
      )}
    </Panel>
  );
}

/** Done of found, by direction; a dash where nothing was found. */
function PassRow({ pass }: { pass: PassSummary }) {
  const trigger = useTranslations("trigger");
  const duration = useDuration();
  return (
    <tr>
      <Cell isNumeric>{pass.number}</Cell>
      <Cell>
        <OutcomeMark outcome={pass.outcome} />
      </Cell>
      <Cell>
        <At atMs={pass.startedAtMs} withSeconds />
      </Cell>
      <Cell>{trigger(pass.trigger)}</Cell>
      <Cell isNumeric>{duration(pass.durationMs)}</Cell>
      {DIRECTIONS.map((one) => {
        const { found, done } = pass.directions[one];
        return (
          <Cell key={one} isNumeric>
            {found === 0 ? <span className="text-muted">–</span> : `${done} / ${found}`}
          </Cell>
        );
      })}
      <Cell isNumeric>
        <span className={pass.failed > 0 ? "font-semibold text-bad" : "text-muted"}>{pass.failed}</span>
      </Cell>
    </tr>
  );
}
