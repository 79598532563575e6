"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { overviewQuery, statusQuery } from "@/lib/client/queries";
import type { OverviewAnswer } from "@/lib/contracts/status";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { EndingSoonPanel } from "./ending-soon-panel";
import { FiguresStrip } from "./figures-strip";
import { RecentPanel } from "./recent-panel";
import { SeatsPanel } from "./seats-panel";

export function OverviewScreen() {
  const t = useTranslations("overview");
  const query = useQuery(overviewQuery());
  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <QueryView query={query} skeleton={<OverviewSkeleton />}>
        {(overview) => <OverviewBody overview={overview} />}
      </QueryView>
    </>
  );
}

function OverviewBody({ overview }: { overview: OverviewAnswer }) {
  const status = useQuery(statusQuery());
  return (
    <div className="flex flex-col gap-4">
      <FiguresStrip overview={overview} />
      <SeatsPanel seats={status.data?.seats} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <EndingSoonPanel sessions={overview.endingSoon} />
        <RecentPanel events={overview.recentEvents} />
      </div>
    </div>
  );
}

function OverviewSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-28" />
      <div className="grid gap-4 xl:grid-cols-2">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    </div>
  );
}
