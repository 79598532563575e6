"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { reaperQuery } from "@/lib/client/queries";
import type { ReaperView } from "@/lib/contracts/reaper";
import { Note } from "../ui/note";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { Ago } from "../ui/times";
import { FailingTable } from "./failing-table";
import { FiguresPanel } from "./figures-panel";
import { ForeignTable } from "./foreign-table";
import { HeldSets } from "./held-sets";
import { OldDatabasePanel } from "./old-database-panel";
import { PassButtons } from "./pass-buttons";
import { PassesTable } from "./passes-table";
import { PulsePanel } from "./pulse-panel";
import { SwitchesPanel } from "./switches-panel";
import { TerminatingTable } from "./terminating-table";
import { UnguardedPanel } from "./unguarded-panel";
import { WrongClusterPanel } from "./wrong-cluster-panel";

/** What the reaper did, what it cannot do, and what it waits for a person to say. Instructors see; admins act. */
export function ReaperScreen({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations("reaper");
  const query = useQuery(reaperQuery());
  return (
    <>
      <PageTitle aside={isAdmin && <PassButtons isPassRunning={query.data?.isPassRunning ?? false} />}>
        {t("title")}
      </PageTitle>
      <QueryView query={query} skeleton={<ReaperSkeleton />}>
        {(view) => <ReaperBody view={view} isAdmin={isAdmin} />}
      </QueryView>
    </>
  );
}

function ReaperBody({ view, isAdmin }: { view: ReaperView; isAdmin: boolean }) {
  return (
    <div className="flex flex-col gap-4">
      <WrongClusterPanel view={view} isAdmin={isAdmin} />
      <OldDatabasePanel view={view} isAdmin={isAdmin} />
      <HeldSets sets={view.held} isAdmin={isAdmin} />
      <div className="grid gap-4 xl:grid-cols-2">
        <PulsePanel view={view} />
        <SwitchesPanel isAdmin={isAdmin} />
      </div>
      <FailingTable failing={view.failing} />
      <SeenLine seenAtMs={view.seenAtMs} />
      <div className="grid gap-4 xl:grid-cols-2">
        <UnguardedPanel view={view} />
        <TerminatingTable view={view} />
      </div>
      <ForeignTable view={view} isAdmin={isAdmin} />
      <FiguresPanel view={view} />
      <PassesTable passes={view.passes} />
    </div>
  );
}

function SeenLine({ seenAtMs }: { seenAtMs: number | null }) {
  const t = useTranslations("reaper");
  if (seenAtMs === null) return <Note tone="warn">{t("seenNever")}</Note>;
  return <p className="text-sm text-muted">{t.rich("seenRich", { ago: () => <Ago atMs={seenAtMs} /> })}</p>;
}

function ReaperSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 xl:grid-cols-2">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
      <Skeleton className="h-28" />
      <Skeleton className="h-64" />
    </div>
  );
}
