"use client";
import { useTranslations } from "next-intl";
import {
  useEndSignIns,
  useResetPassword,
  useSetPersonActive,
  useSetPersonRole,
} from "@/lib/client/mutations/people";
import type { PersonRow } from "@/lib/contracts/people";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Dialog } from "../ui/dialog";
import { Secret } from "../ui/secret";
import { useTell } from "../ui/toasts";

export interface AskedOfPerson {
  readonly act: "reset" | "role" | "active" | "sign-ins";
  readonly person: PersonRow;
}
interface PersonDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/** The one dialog that was asked for. */
export function PersonDialogs({ asked, onClose }: { asked: AskedOfPerson | null; onClose: () => void }) {
  if (asked === null) return null;
  const props = { person: asked.person, onClose };
  if (asked.act === "reset") return <ResetDialog {...props} />;
  if (asked.act === "sign-ins") return <SignInsDialog {...props} />;
  return asked.act === "role" ? <RoleDialog {...props} /> : <ActiveDialog {...props} />;
}

function ResetDialog({ person, onClose }: PersonDialogProps) {
  const t = useTranslations("people");
  const states = useTranslations("states");
  const reset = useResetPassword();
  const { name } = person;
  if (reset.isSuccess) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={t("resetDone", { name })}
        footer={<Button onClick={onClose}>{states("close")}</Button>}
      >
        <div className="flex flex-col gap-3">
          {reset.data.password !== null && <Secret text={reset.data.password} />}
          <p>{t("passwordOnce")}</p>
        </div>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => reset.mutate({ id: person.id })}
      title={t("resetTitle", { name })}
      confirmLabel={t("reset")}
      isBusy={reset.isPending}
      error={reset.error}
    >
      <p>{t("resetText")}</p>
    </ConfirmDialog>
  );
}

function SignInsDialog({ person, onClose }: PersonDialogProps) {
  const t = useTranslations("people");
  const tell = useTell();
  const end = useEndSignIns();
  const { id, name } = person;
  const onSuccess = ({ ended }: { ended: number }) => {
    tell("ok", t("signInsEnded", { name, ended }));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => end.mutate({ id }, { onSuccess })}
      title={t("endSignInsTitle", { name })}
      confirmLabel={t("endSignIns")}
      isBusy={end.isPending}
      error={end.error}
    >
      <p>{t("endSignInsText")}</p>
    </ConfirmDialog>
  );
}

function RoleDialog({ person, onClose }: PersonDialogProps) {
  const t = useTranslations("people");
  const tell = useTell();
  const change = useSetPersonRole();
  const { id, name } = person;
  const isAdmin = person.role === "admin";
  const onSuccess = () => {
    tell("ok", t("roleDone", { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => change.mutate({ id, role: isAdmin ? "member" : "admin" }, { onSuccess })}
      title={t(isAdmin ? "makeMemberTitle" : "makeAdminTitle", { name })}
      confirmLabel={t(isAdmin ? "makeMember" : "makeAdmin")}
      isBusy={change.isPending}
      error={change.error}
      isDangerous={!isAdmin}
    >
      <p>{t("roleText")}</p>
    </ConfirmDialog>
  );
}

function ActiveDialog({ person, onClose }: PersonDialogProps) {
  const t = useTranslations("people");
  const tell = useTell();
  const change = useSetPersonActive();
  const { id, name, isActive } = person;
  const onSuccess = () => {
    tell("ok", t(isActive ? "deactivated" : "activated", { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => change.mutate({ id, isActive: !isActive }, { onSuccess })}
      title={isActive ? t("deactivateTitle", { name }) : `${t("activate")}: ${name}`}
      confirmLabel={t(isActive ? "deactivate" : "activate")}
      isBusy={change.isPending}
      error={change.error}
      isDangerous={isActive}
    >
      {isActive && (
        <p>{t("deactivateText", { hasSession: person.blockingSessionId === null ? "no" : "yes" })}</p>
      )}
    </ConfirmDialog>
  );
}
