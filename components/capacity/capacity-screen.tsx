"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { capacityOf } from "@/lib/client/queries";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { Note } from "../ui/note";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { StaleNote } from "../ui/stale-note";
import { Ago } from "../ui/times";
import { GaugesPanel } from "./gauges-panel";
import { HistoryPanel } from "./history-panel";
import { NodesPanel } from "./nodes-panel";
import { RoomPanel } from "./room-panel";
import { useCapacityWords } from "./use-capacity-words";
import { VolumesPanel } from "./volumes-panel";
import { WhatIfPanel } from "./what-if-panel";
import { isAnythingRead, mayHaveMetrics, unreadText } from "./words";

/** What is used, what is left, and what will refuse the next student. */
export function CapacityScreen() {
  const t = useTranslations("capacity");
  const query = useQuery(capacityOf());
  return (
    <>
      <PageTitle aside={query.data && isAnythingRead(query.data) && <AsOf atMs={query.data.asOfMs} />}>
        {t("title")}
      </PageTitle>
      <QueryView query={query} skeleton={<CapacitySkeleton />}>
        {(capacity) => <CapacityBody capacity={capacity} />}
      </QueryView>
    </>
  );
}

function CapacityBody({ capacity }: { capacity: CapacityAnswer }) {
  return (
    <div className="flex flex-col gap-4">
      {capacity.isStale && <StaleNote asOfMs={capacity.asOfMs} source="cluster" />}
      <HeldNote heldBy={capacity.startsHeldBy} />
      <UnreadNote unread={capacity.unread} />
      <RoomPanel capacity={capacity} />
      <GaugesPanel gauges={capacity.gauges} freeByMs={capacity.seats.freeByMs} />
      <NodesPanel nodes={capacity.nodes} hasMetrics={mayHaveMetrics(capacity)} />
      <HistoryPanel samples={capacity.history} nowMs={capacity.serverNowMs} />
      <WhatIfPanel capacity={capacity} />
      <VolumesPanel volumes={capacity.volumes} />
    </div>
  );
}

function AsOf({ atMs }: { atMs: number }) {
  const t = useTranslations("capacity");
  return <p className="text-sm text-muted">{t.rich("asOfRich", { ago: () => <Ago atMs={atMs} /> })}</p>;
}

/** Room that nobody can have is no promise. */
function HeldNote({ heldBy }: { heldBy: CapacityAnswer["startsHeldBy"] }) {
  const t = useTranslations("capacity");
  return heldBy === null ? null : <Note tone="bad">{t(`startsHeld.${heldBy}`)}</Note>;
}

function UnreadNote({ unread }: { unread: CapacityAnswer["unread"] }) {
  const text = unreadText(useCapacityWords(), unread);
  return text === null ? null : <Note tone="warn">{text}</Note>;
}

function CapacitySkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-28" />
      <Skeleton className="h-56" />
      <Skeleton className="h-64" />
    </div>
  );
}
