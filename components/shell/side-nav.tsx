"use client";
import { useTranslations } from "next-intl";
import type { Me } from "@/lib/contracts/status";
import { Brand } from "./brand";
import { NavList } from "./nav-list";

/** The left column of wide screens; small ones have the drawer. */
export function SideNav({ me }: { me: Me }) {
  const t = useTranslations("nav");
  return (
    <nav
      aria-label={t("label")}
      className="sticky top-0 hidden h-dvh flex-col border-r bg-surface lg:flex print:hidden"
    >
      <div className="border-b px-1">
        <Brand />
      </div>
      <div className="flex-1 overflow-y-auto p-2">
        <NavList me={me} />
      </div>
    </nav>
  );
}
