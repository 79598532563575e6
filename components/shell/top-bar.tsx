"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { statusQuery } from "@/lib/client/queries";
import type { Me } from "@/lib/contracts/status";
import { AccountMenu } from "./account-menu";
import { Brand } from "./brand";
import { navItemsOf } from "./nav-items";
import { NavDrawer } from "./nav-drawer";
import { StatusItems } from "./status-items";
import { SwitchBanner } from "./switch-banner";

/** Always there: is the reaper alive, are there seats, do cluster and database answer, what is switched on. */
export function TopBar({ me }: { me: Me }) {
  const t = useTranslations("bar");
  const status = useQuery(statusQuery());
  const hasNav = navItemsOf(me).length > 1;
  useReloadForAnother(me.id, status.data?.me.id);
  return (
    <header className="sticky top-0 z-30 border-b bg-surface">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 px-2 lg:px-4">
        {hasNav && <NavDrawer me={me} />}
        <div className={hasNav ? "lg:hidden" : undefined}>
          <Brand />
        </div>
        {hasNav && (
          <section
            aria-label={t("statusRegion")}
            className="order-last min-h-9 w-full min-w-0 py-1 lg:order-none lg:flex lg:w-auto lg:flex-1 lg:items-center"
          >
            <StatusItems query={status} />
          </section>
        )}
        <div className="ml-auto">
          <AccountMenu me={me} />
        </div>
      </div>
      <SwitchBanner switches={status.data?.switches ?? []} isForStudent={!hasNav} />
    </header>
  );
}

/** Somebody else signed in in another tab: this one would show their things under the former name. */
function useReloadForAnother(id: string, answeredId: string | undefined): void {
  const isAnother = answeredId !== undefined && answeredId !== id;
  useEffect(() => {
    if (isAnother) window.location.reload();
  }, [isAnother]);
}
