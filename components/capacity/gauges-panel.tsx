"use client";
import { useTranslations } from "next-intl";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { type GaugeState, NEAR_PERCENT } from "@/lib/domain/capacity/gauges";
import { Gauge } from "../ui/gauge";
import { Panel } from "../ui/panel";
import { type Shape, StatusMark, type Tone } from "../ui/status-mark";
import { useTimeFormat } from "../ui/time-format";
import { numberOf, useAmount } from "./amount-text";

type Bound = CapacityAnswer["gauges"][number];
const MARKS: Readonly<Record<GaugeState, { readonly tone: Tone; readonly shape: Shape }>> = {
  ok: { tone: "ok", shape: "disc" },
  near: { tone: "warn", shape: "half" },
  full: { tone: "warn", shape: "square" },
  over: { tone: "bad", shape: "diamond" },
  "no-quota": { tone: "muted", shape: "ring" },
  unmeasured: { tone: "muted", shape: "ring" },
};
const BARS = {
  ok: "accent",
  near: "warn",
  full: "warn",
  over: "bad",
  "no-quota": "accent",
  unmeasured: "accent",
} as const;

/** Every bound that can refuse a session, as a bar and in words. */
export function GaugesPanel({
  gauges,
  freeByMs,
}: {
  gauges: CapacityAnswer["gauges"];
  freeByMs: number | null;
}) {
  const t = useTranslations("capacity");
  const format = useTimeFormat();
  return (
    <Panel title={t("gauges")} aside={freeByMs !== null && t("freeBy", { time: format.time(freeByMs) })}>
      <ul className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        {gauges.map((gauge) => (
          <BoundItem key={JSON.stringify(gauge.of)} gauge={gauge} />
        ))}
      </ul>
    </Panel>
  );
}

function BoundItem({ gauge }: { gauge: Bound }) {
  const t = useTranslations("capacity");
  const name = useGaugeName()(gauge);
  const words = useGaugeWords()(gauge);
  const [used, hard] = [numberOf(gauge.used), numberOf(gauge.hard)];
  const { tone, shape } = MARKS[gauge.state];
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium break-words">{name}</span>
        <StatusMark tone={tone} shape={shape}>
          {t(`states.${gauge.state}`)}
        </StatusMark>
      </div>
      {used !== null && hard !== null && (
        <Gauge
          label={`${name}: ${words}`}
          value={used}
          max={hard}
          pending={numberOf(gauge.releasing) ?? 0}
          ticks={[(hard * NEAR_PERCENT) / 100]}
          tone={BARS[gauge.state]}
        />
      )}
      <p className="text-sm text-muted">{words}</p>
      <Scopes scopes={gauge.scopes} />
    </li>
  );
}

function Scopes({ scopes }: { scopes: Bound["scopes"] }) {
  const t = useTranslations("capacity");
  if (scopes.length === 0) return null;
  const words = scopes.map((scope) =>
    scope.name === "other"
      ? scope.text
      : scope.name === "PriorityClass"
        ? t("scopes.PriorityClass", { operator: scope.operator, values: scope.values.join(", ") })
        : t(`scopes.${scope.name}`),
  );
  return <p className="text-sm text-muted">{t("counts", { scopes: words.join("; ") })}</p>;
}

function useGaugeName(): (gauge: Bound) => string {
  const t = useTranslations("capacity");
  return ({ of }) => {
    switch (of.type) {
      case "cap":
        return t("cap");
      case "quota":
        return t("quotaKey", { key: of.key, quota: of.quota, namespace: of.namespace });
      case "namespace":
        return t("namespace", { namespace: of.namespace });
    }
  };
}

function useGaugeWords(): (gauge: Bound) => string {
  const t = useTranslations("capacity");
  const amount = useAmount();
  return ({ measure, used, hard, percent, releasing, reserved, problem, state }) => {
    if (state === "no-quota") return t("noQuota");
    const some = (text: string | null) => text !== null && text !== "0";
    const parts = [
      hard !== null &&
        t("usedOf", { used: amount(used, measure), hard: amount(hard, measure), percent: percent ?? -1 }),
      some(releasing) && t("releasing", { amount: amount(releasing, measure) }),
      some(reserved) && t("reserved", { amount: amount(reserved, measure) }),
      problem !== null && t(`problems.${problem.code}`, { text: "text" in problem ? problem.text : "" }),
    ];
    return parts.filter((part) => part !== false).join(", ");
  };
}
