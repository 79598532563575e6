"use client";
import { useTranslations } from "next-intl";
import { useExtendSessions } from "@/lib/client/mutations/extend-sessions";
import { useNow } from "@/lib/client/ticking-now";
import type { SessionRow } from "@/lib/contracts/sessions";
import { canExtend } from "@/lib/domain/lifetime";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { NamedSessions } from "./named-sessions";
import { useTellResults } from "./use-tell-results";

export interface SessionsDialogProps {
  readonly sessions: readonly SessionRow[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ExtendDialog({ sessions, isOpen, onClose, onDone }: SessionsDialogProps) {
  const t = useTranslations("sessions");
  const now = useNow();
  const tellResults = useTellResults();
  const extend = useExtendSessions();
  const able = now === "checking" ? sessions : sessions.filter((session) => canExtend(session, now).ok);
  const run = () =>
    extend.mutate(
      able.map(({ id }) => id),
      {
        onSuccess: (results) => {
          tellResults(results, (done) => t("extendedResult", { done }));
          onDone();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={run}
      isDangerous={false}
      title={t("extendTitle", { count: able.length })}
      confirmLabel={t("extendConfirm", { count: able.length })}
      isShut={able.length === 0}
      isBusy={extend.isPending}
      error={extend.error}
    >
      <p>{t("extendText", { skipped: sessions.length - able.length })}</p>
      <NamedSessions sessions={able} />
    </ConfirmDialog>
  );
}
