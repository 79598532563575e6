"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { RefusalNote } from "./refusal-note";

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly width?: "narrow" | "wide";
  readonly submitLabel?: string;
  readonly children: ReactNode;
}

/** A form in a dialog, mounted while it is open. */
export function FormDialog(props: FormDialogProps) {
  const t = useTranslations("actions");
  const formId = useId();
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={props.title}
      width={props.width}
      isLocked={props.isBusy}
      footer={
        <>
          <Button onClick={props.onClose} disabled={props.isBusy}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={formId} look="primary" isBusy={props.isBusy}>
            {props.submitLabel ?? t("save")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        {props.children}
        <RefusalNote error={props.error} />
      </form>
    </Dialog>
  );
}
