"use client";
import { useTranslations } from "next-intl";
import { useDeleteLab } from "@/lib/client/mutations/labs";
import type { LabRow } from "@/lib/contracts/labs";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { useTell } from "../ui/toasts";

export function DeleteLabDialog({ lab, onClose }: { lab: LabRow; onClose: () => void }) {
  const t = useTranslations("labs");
  const tell = useTell();
  const remove = useDeleteLab();
  const { id, name } = lab;
  const onSuccess = () => {
    tell("ok", t("deleted", { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ id }, { onSuccess })}
      title={t("deleteTitle", { name })}
      confirmLabel={t("delete")}
      isBusy={remove.isPending}
      error={remove.error}
    >
      <p>{t("deleteText")}</p>
    </ConfirmDialog>
  );
}
