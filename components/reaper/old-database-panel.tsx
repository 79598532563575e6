"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAcceptDatabase } from "@/lib/client/mutations/reaper";
import type { ReaperView } from "@/lib/contracts/reaper";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Panel } from "../ui/panel";
import { useTell } from "../ui/toasts";

/** A restored or copied database: everything waits until an admin accepts it. */
export function OldDatabasePanel({ view: { oldDatabase }, isAdmin }: { view: ReaperView; isAdmin: boolean }) {
  const t = useTranslations("reaper");
  const tell = useTell();
  const [isAsked, setAsked] = useState(false);
  const accept = useAcceptDatabase();
  if (oldDatabase === null) return null;
  const { databaseNumber, leaseNumber } = oldDatabase;
  const text = t("oldDatabaseText", { lease: leaseNumber, database: databaseNumber });
  const run = () =>
    accept.mutate(
      { typedNumber: leaseNumber },
      {
        onSuccess: () => {
          tell("ok", t("accepted"));
          setAsked(false);
        },
      },
    );
  return (
    <Panel title={t("oldDatabase")} tone="bad">
      <p>{text}</p>
      {isAdmin && (
        <Button look="danger" className="mt-3" onClick={() => setAsked(true)}>
          {t("accept")}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={run}
        title={t("accept")}
        confirmLabel={t("accept")}
        isBusy={accept.isPending}
        error={accept.error}
        mustType={{ text: String(leaseNumber), label: t("acceptType", { number: String(leaseNumber) }) }}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </Panel>
  );
}
