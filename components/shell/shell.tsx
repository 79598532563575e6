import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { Me } from "@/lib/contracts/status";
import { navItemsOf } from "./nav-items";
import { SideNav } from "./side-nav";
import { TopBar } from "./top-bar";

/** Left navigation and top bar around every page of somebody who is signed in. */
export async function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const t = await getTranslations("app");
  const hasNav = navItemsOf(me).length > 1;
  return (
    <div
      className={hasNav ? "min-h-dvh lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] print:block" : "min-h-dvh"}
    >
      <a
        href="#content"
        className="sr-only rounded-md bg-accent text-accent-fg focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-3 focus:py-2"
      >
        {t("skip")}
      </a>
      {hasNav && <SideNav me={me} />}
      <div className="flex min-w-0 flex-col">
        <TopBar me={me} />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 p-4 outline-none lg:p-6">
          {children}
        </main>
      </div>
    </div>
  );
}
