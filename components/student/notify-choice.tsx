"use client";
import { Bell } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import { askToNotify, notifyState, type NotifyState } from "./notify";

/** Offers warnings outside of the page, where the browser can give them. */
export function NotifyChoice() {
  const t = useTranslations("student");
  const [state, setState] = useState<NotifyState>(notifyState);
  if (state === "unsupported") return null;
  if (state !== "default") {
    return <p className="text-sm text-muted">{t(state === "granted" ? "notifyOn" : "notifyBlocked")}</p>;
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <Button onClick={() => void askToNotify().then(setState)}>
        <Bell aria-hidden size={14} />
        {t("notify")}
      </Button>
      {t("notifyHint")}
    </div>
  );
}
