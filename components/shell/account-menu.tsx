"use client";
import { ChevronDown, KeyRound, LogOut, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { chooseTheme, keepChoice, type Theme, THEMES } from "@/lib/client/preferences";
import { goToSignIn, signOut } from "@/lib/client/sign-in";
import type { Me } from "@/lib/contracts/status";
import { LOCALE_COOKIE, LOCALES } from "@/lib/i18n/locales";
import { Button } from "../ui/button";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from "../ui/menu";
import { useTell } from "../ui/toasts";

/** Language, theme, account. */
export function AccountMenu({ me }: { me: Me }) {
  const t = useTranslations("bar");
  const states = useTranslations("states");
  const router = useRouter();
  const tell = useTell();
  const leave = async () => {
    if (await signOut()) goToSignIn();
    else tell("bad", states("offline"));
  };
  return (
    <Menu
      trigger={
        <Button look="quiet" aria-label={t("account", { name: me.name })} className="max-w-48">
          <UserRound aria-hidden size={16} />
          <span className="hidden truncate sm:inline">{me.name}</span>
          <ChevronDown aria-hidden size={14} />
        </Button>
      }
    >
      <MenuLabel>
        <span className="block font-semibold">{me.name}</span>
        <span className="block text-sm text-muted">{me.email}</span>
      </MenuLabel>
      <MenuItem onSelect={() => router.push("/account")}>
        <KeyRound aria-hidden size={16} /> {t("keyAndPassword")}
      </MenuItem>
      <MenuLine />
      <LanguageChoice />
      <MenuLine />
      <ThemeChoice />
      <MenuLine />
      <MenuItem onSelect={() => void leave()}>
        <LogOut aria-hidden size={16} /> {t("signOut")}
      </MenuItem>
    </Menu>
  );
}

export function LanguageChoice() {
  const t = useTranslations("bar");
  const locale = useLocale();
  const router = useRouter();
  return (
    <MenuChoice
      label={t("language")}
      value={locale}
      choices={LOCALES.map((value) => ({ value, label: t(`languages.${value}`), lang: value }))}
      onChange={(value) => {
        keepChoice(LOCALE_COOKIE, value);
        router.refresh();
      }}
    />
  );
}

function ThemeChoice() {
  const t = useTranslations("bar");
  const [theme, setTheme] = useState<Theme>(shownTheme);
  return (
    <MenuChoice
      label={t("theme")}
      value={theme}
      choices={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
      onChange={(value) => {
        const chosen = THEMES.find((one) => one === value) ?? "system";
        chooseTheme(chosen);
        setTheme(chosen);
      }}
    />
  );
}

/** The menu's content is made when it opens, in the browser. */
function shownTheme(): Theme {
  const shown = document.documentElement.dataset.theme;
  return THEMES.find((theme) => theme === shown) ?? "system";
}
