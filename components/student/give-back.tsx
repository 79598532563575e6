"use client";
import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useEndSessions } from "@/lib/client/mutations/sessions";
import { RefusalError } from "@/lib/client/refusal-error";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";

export function GiveBack({ session }: { session: SessionDetail }) {
  const t = useTranslations("student");
  const [isAsked, setAsked] = useState(false);
  const end = useEndSessions();
  const refused = end.data?.map(({ result }) => result).find((result) => !result.ok);
  const giveBack = () =>
    end.mutate(
      { ids: [session.id] },
      { onSuccess: (results) => results.every(({ result }) => result.ok) && setAsked(false) },
    );
  return (
    <>
      <Button look="dangerPlain" size="large" onClick={() => setAsked(true)}>
        <Undo2 aria-hidden size={18} />
        {t("giveBack")}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={giveBack}
        title={t("giveBackTitle", { lab: session.labName })}
        confirmLabel={t("giveBackConfirm")}
        isBusy={end.isPending}
        error={end.error ?? (refused && !refused.ok ? new RefusalError(refused.error) : null)}
      >
        <p>{t("giveBackText", { count: session.machines.length })}</p>
      </ConfirmDialog>
    </>
  );
}
