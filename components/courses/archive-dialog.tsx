"use client";
import { useTranslations } from "next-intl";
import { useArchiveCourse } from "@/lib/client/mutations/courses";
import type { CourseRow } from "@/lib/contracts/people";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { useTell } from "../ui/toasts";

export function ArchiveDialog({ course, onClose }: { course: CourseRow; onClose: () => void }) {
  const t = useTranslations("courses");
  const tell = useTell();
  const archive = useArchiveCourse();
  const { id, name, isArchived } = course;
  const onSuccess = () => {
    tell("ok", t("saved", { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => archive.mutate({ id, isArchived: !isArchived }, { onSuccess })}
      title={isArchived ? `${t("unarchive")}: ${name}` : t("archiveTitle", { name })}
      confirmLabel={t(isArchived ? "unarchive" : "archive")}
      isBusy={archive.isPending}
      error={archive.error}
      isDangerous={!isArchived}
    >
      {!isArchived && <p>{t("archiveText")}</p>}
    </ConfirmDialog>
  );
}
