"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useNow } from "@/lib/client/ticking-now";
import type { Health, Heartbeat, SeatCount, StatusAnswer } from "@/lib/contracts/status";
import { Skeleton } from "../ui/skeleton";
import { StatusMark } from "../ui/status-mark";
import { useAgo, useTimeFormat } from "../ui/time-format";

export function StatusItems({ query }: { query: UseQueryResult<StatusAnswer, Error> }) {
  const t = useTranslations("bar");
  const states = useTranslations("states");
  const format = useTimeFormat();
  const { data } = query;
  if (!data && !query.isError) return <Skeleton className="h-4 w-72 max-w-full" />;
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs lg:gap-x-4 lg:text-sm">
      {query.isError && (
        <li>
          <StatusMark isSentence tone="bad" shape="diamond">
            {data
              ? states("stale", { time: format.second(data.serverNowMs), source: states("sources.server") })
              : states("offline")}
          </StatusMark>
        </li>
      )}
      {data?.heartbeat && (
        <Item name={t("heartbeat")} href="/reaper">
          <HeartbeatMark heartbeat={data.heartbeat} />
        </Item>
      )}
      {data && (
        <Item name={t("seats")} href="/overview">
          <SeatsMark seats={data.seats} />
        </Item>
      )}
      {data && (
        <Item name={t("cluster")}>
          <HealthMark health={data.cluster} />
        </Item>
      )}
      {data && (
        <Item name={t("database")}>
          <HealthMark health={data.database} />
        </Item>
      )}
    </ul>
  );
}

function Item({
  name,
  href,
  children,
}: {
  name: string;
  href?: "/reaper" | "/overview";
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-1.5">
      {href ? (
        <Link href={href} className="text-muted underline-offset-2 hover:underline">
          {name}
        </Link>
      ) : (
        <span className="text-muted">{name}</span>
      )}
      {children}
    </li>
  );
}

function HeartbeatMark({ heartbeat }: { heartbeat: Heartbeat }) {
  const t = useTranslations("bar");
  const now = useNow();
  const agoText = useAgo();
  const time = useTranslations("time");
  const { held, lastGoodPassAtMs, lastFailed } = heartbeat;
  if (held) {
    return (
      <StatusMark isSentence tone="bad" shape="diamond">
        {t(`held.${held}`)}
      </StatusMark>
    );
  }
  if (lastGoodPassAtMs === null) {
    return (
      <StatusMark isSentence tone="bad" shape="diamond">
        {t("heartbeatNever")}
      </StatusMark>
    );
  }
  const ago = now === "checking" ? time("checking") : agoText(lastGoodPassAtMs, now);
  const isLate = heartbeat.isLate || (now !== "checking" && now - lastGoodPassAtMs > 180_000);
  if (isLate) {
    return (
      <StatusMark isSentence tone="bad" shape="diamond">
        {t("heartbeatLate", { ago })}
      </StatusMark>
    );
  }
  return (
    <StatusMark isSentence tone={lastFailed ? "warn" : "ok"} shape={lastFailed ? "half" : "disc"}>
      {lastFailed === null
        ? t("heartbeatGoodUnknown", { ago })
        : t("heartbeatGood", { ago, failed: lastFailed })}
    </StatusMark>
  );
}

function SeatsMark({ seats }: { seats: SeatCount | null }) {
  const t = useTranslations("bar");
  const app = useTranslations("app");
  if (!seats) return <span className="text-muted">{app("unmeasured")}</span>;
  const { taken, cap, releasing } = seats;
  const isFull = taken >= cap;
  return (
    <StatusMark isSentence tone={isFull ? "warn" : "ok"} shape={isFull ? "square" : "ring"}>
      {releasing > 0 ? t("seatsReleasing", { taken, cap, releasing }) : t("seatsOf", { taken, cap })}
      {seats.isRowsOnly && <span className="font-normal text-muted">({t("seatsRowsOnly")})</span>}
    </StatusMark>
  );
}

function HealthMark({ health }: { health: Health | null }) {
  const t = useTranslations("bar");
  const app = useTranslations("app");
  if (!health) return <span className="text-muted">{app("unmeasured")}</span>;
  return health.isOk ? (
    <StatusMark isSentence tone="ok" shape="disc">
      {t("healthOk")}
    </StatusMark>
  ) : (
    <StatusMark isSentence tone="bad" shape="diamond">
      {t("healthBad", { error: health.error ?? "?" })}
    </StatusMark>
  );
}
