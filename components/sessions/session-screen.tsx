"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { sessionQuery } from "@/lib/client/queries";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { isLive } from "@/lib/domain/states";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { AccessPanel } from "./access-panel";
import { BackstopsPanel } from "./backstops-panel";
import { EventsPanel } from "./events-panel";
import { MachinesPanel } from "./machines-panel";
import { OwnerPanel } from "./owner-panel";
import { ResourcesPanel } from "./resources-panel";
import { SessionActions } from "./session-actions";
import { SessionTrouble } from "./session-trouble";
import { SpecPanel } from "./spec-panel";
import { TimesPanel } from "./times-panel";

/** One session, whole: whose, how long, where, what happened, what was deleted. */
export function SessionScreen({ id }: { id: string }) {
  const t = useTranslations("session");
  const query = useQuery(sessionQuery(id));
  return (
    <>
      <p className="mb-1 text-sm">
        <Link href="/sessions" className="text-accent hover:underline">
          ← {t("back")}
        </Link>
      </p>
      <PageTitle aside={query.data && <SessionActions session={query.data.session} />}>
        {t("title", { id })}
      </PageTitle>
      <QueryView query={query} skeleton={<SessionSkeleton />}>
        {({ session }) => <SessionBody session={session} />}
      </QueryView>
    </>
  );
}

function SessionBody({ session }: { session: SessionDetail }) {
  return (
    <div className="flex flex-col gap-4">
      <SessionTrouble session={session} />
      <div className="grid gap-4 xl:grid-cols-2">
        <OwnerPanel session={session} />
        <TimesPanel session={session} />
      </div>
      {isLive(session) && <AccessPanel session={session} hasSshKey={session.hasSshKey} />}
      <MachinesPanel session={session} />
      {isLive(session) && <BackstopsPanel id={session.id} expiresAtMs={session.expiresAtMs} />}
      <div className="grid gap-4 xl:grid-cols-2">
        <EventsPanel events={session.events} />
        <div className="flex flex-col gap-4">
          <ResourcesPanel session={session} />
          <SpecPanel session={session} />
        </div>
      </div>
    </div>
  );
}

function SessionSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 xl:grid-cols-2">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
      <Skeleton className="h-24" />
      <Skeleton className="h-28" />
    </div>
  );
}
