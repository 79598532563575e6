"use client";
import { Languages } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "../ui/icon-button";
import { Menu } from "../ui/menu";
import { LanguageChoice } from "./account-menu";
import { Brand } from "./brand";

/** What a page has around it while nobody is signed in. */
export function DoorFrame({ children }: { readonly children: ReactNode }) {
  const t = useTranslations("bar");
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-4 p-4">
      <div className="-ml-3 flex items-center justify-between">
        <Brand />
        <Menu trigger={<IconButton icon={Languages} label={t("language")} />}>
          <LanguageChoice />
        </Menu>
      </div>
      {children}
    </main>
  );
}
