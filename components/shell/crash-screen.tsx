"use client";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";

export function CrashScreen({ reference, onRetry }: { reference: string | null; onRetry: () => void }) {
  const t = useTranslations("states");
  return (
    <main className="mx-auto flex max-w-md flex-col items-start gap-3 px-4 py-16">
      <h1 className="text-xl font-semibold">{t("crashTitle")}</h1>
      <p className="text-muted">{t("crash")}</p>
      {reference && <p className="font-mono text-sm text-muted">{t("reference", { reference })}</p>}
      <Button look="primary" onClick={onRetry}>
        {t("retry")}
      </Button>
    </main>
  );
}
