"use client";
import { useTranslations } from "next-intl";
import { useEndSessions } from "@/lib/client/mutations/sessions";
import { ConfirmDialog } from "../ui/confirm-dialog";
import type { SessionsDialogProps } from "./extend-dialog";
import { NamedSessions } from "./named-sessions";
import { useTellResults } from "./use-tell-results";

export function EndDialog({ sessions, isOpen, onClose, onDone }: SessionsDialogProps) {
  const t = useTranslations("sessions");
  const tellResults = useTellResults();
  const end = useEndSessions();
  const count = sessions.length;
  const machines = sessions.reduce((sum, session) => sum + session.machines.length, 0);
  const run = () =>
    end.mutate(
      { ids: sessions.map(({ id }) => id) },
      {
        onSuccess: (results) => {
          const still = results.filter(({ result }) => result.ok && result.value.status === "ending").length;
          tellResults(results, (done) =>
            [
              done - still > 0 && t("endedResult", { done: done - still }),
              still > 0 && t("endingResult", { count: still }),
            ]
              .filter(Boolean)
              .join("; "),
          );
          onDone();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={run}
      title={t("endTitle", { count })}
      confirmLabel={t("endConfirm", { count })}
      isShut={count === 0}
      isBusy={end.isPending}
      error={end.error}
    >
      <p>{t("endText", { machines })}</p>
      <NamedSessions sessions={sessions} />
    </ConfirmDialog>
  );
}
