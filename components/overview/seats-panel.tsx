"use client";
import { useTranslations } from "next-intl";
import type { SeatCount } from "@/lib/contracts/status";
import { Gauge } from "../ui/gauge";
import { Note } from "../ui/note";
import { Panel } from "../ui/panel";
import { Skeleton } from "../ui/skeleton";
import { useTimeFormat } from "../ui/time-format";

/** Seats taken of the cap, in words and as a bar with a tick for each seat. `undefined`: not known yet. */
export function SeatsPanel({ seats }: { seats: SeatCount | null | undefined }) {
  const t = useTranslations("overview");
  const app = useTranslations("app");
  return (
    <Panel title={t("seats")}>
      {seats === undefined ? (
        <Skeleton className="h-14" />
      ) : seats === null ? (
        <p className="text-muted">{app("unmeasured")}</p>
      ) : (
        <SeatsGauge seats={seats} />
      )}
    </Panel>
  );
}

const TICKS_MAX = 40;

function SeatsGauge({ seats }: { seats: SeatCount }) {
  const t = useTranslations("overview");
  const bar = useTranslations("bar");
  const format = useTimeFormat();
  const { taken, cap, releasing, freeByMs } = seats;
  const free = Math.max(0, cap - taken);
  const words = [
    bar("seatsOf", { taken, cap }),
    releasing > 0 && t("releasing", { count: releasing }),
    t("seatsHint", { free }),
    free === 0 && freeByMs !== null && t("seatsFreeBy", { time: format.time(freeByMs) }),
  ].filter((word) => word !== false);
  const text = words.join(", ");
  return (
    <div className="flex flex-col gap-2">
      <p className="text-lg font-medium">{text}</p>
      <Gauge
        label={text}
        value={taken}
        max={cap}
        pending={releasing}
        ticks={cap <= TICKS_MAX ? Array.from({ length: Math.max(0, cap - 1) }, (_, index) => index + 1) : []}
        tone={free === 0 ? "warn" : "accent"}
      />
      {seats.isRowsOnly && <Note tone="warn">{t("rowsOnly")}</Note>}
    </div>
  );
}
