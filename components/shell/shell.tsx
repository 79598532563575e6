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
    <div className={hasNav ? "min-h-dvh lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]" : "min-h-dvh"}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-accent-fg focus:translate-y-0"
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
