"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { TextInput } from "./inputs";
import { RefusalNote } from "./refusal-note";

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly isDangerous?: boolean;
  /** There is nothing left to do it to. */
  readonly isShut?: boolean;
  /** The confirm button stays shut until this is typed. */
  readonly mustType?: { readonly text: string; readonly label: string };
}

/** Says what will be done and to how many, before it is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useTranslations("actions");
  const [typed, setTyped] = useState("");
  // An error of before is nothing that this question was refused for.
  const [isTried, setTried] = useState(false);
  const close = () => {
    setTyped("");
    setTried(false);
    props.onClose();
  };
  const isShut = props.isShut === true || (props.mustType !== undefined && typed !== props.mustType.text);
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={close}
      title={props.title}
      isLocked={props.isBusy}
      footer={
        <>
          <Button onClick={close} disabled={props.isBusy}>
            {t("cancel")}
          </Button>
          <Button
            look={props.isDangerous === false ? "primary" : "danger"}
            isBusy={props.isBusy}
            disabled={isShut}
            onClick={() => {
              setTried(true);
              props.onConfirm();
            }}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {props.children}
        {props.mustType && (
          <Field label={props.mustType.label}>
            {(control) => (
              <TextInput
                {...control}
                value={typed}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        )}
        <RefusalNote error={isTried ? props.error : null} />
      </div>
    </Dialog>
  );
}
