"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { Button } from "../ui/button";

/** What failed on the server is asked for anew before it is shown: to draw the same answer again would fail again. */
export function CrashScreen({ reference, onRetry }: { reference: string | null; onRetry: () => void }) {
  const t = useTranslations("states");
  const router = useRouter();
  const [isBusy, startTransition] = useTransition();
  const retry = () =>
    startTransition(() => {
      router.refresh();
      onRetry();
    });
  return (
    <main className="mx-auto flex max-w-md flex-col items-start gap-3 px-4 py-16">
      <h1 className="text-xl font-semibold">{t("crashTitle")}</h1>
      <p className="text-muted">{t("crash")}</p>
      {reference && <p className="font-mono text-sm text-muted">{t("reference", { reference })}</p>}
      <Button look="primary" isBusy={isBusy} onClick={retry}>
        {t("retry")}
      </Button>
    </main>
  );
}
