"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from "react";
import { cx } from "./class-names";
import { IconButton } from "./icon-button";

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly width?: "narrow" | "wide";
  /** While something is under way Escape and the close button do nothing. */
  readonly isLocked?: boolean;
}

/** The browser's own modal dialog: it keeps the focus inside, gives it back, and closes on Escape. */
export function Dialog({ isOpen, onClose, title, children, footer, width, isLocked }: DialogProps) {
  const t = useTranslations("states");
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, isOpen);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isLocked) onClose();
      }}
      className={cx(
        "m-auto max-h-[min(90dvh,56rem)] w-[calc(100vw-2rem)] flex-col rounded-md border bg-surface p-0 text-fg open:flex",
        width === "wide" ? "max-w-3xl" : "max-w-md",
      )}
    >
      {isOpen && (
        <>
          <header className="flex items-center justify-between gap-4 border-b py-2 pr-2 pl-4">
            <h2 id={titleId} className="text-lg font-semibold break-words">
              {title}
            </h2>
            <IconButton icon={X} label={t("close")} onClick={onClose} disabled={isLocked} />
          </header>
          <div className="min-h-0 overflow-y-auto p-4">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">{footer}</footer>
          )}
        </>
      )}
    </dialog>
  );
}

/** Closed while it is still in the page, also by being taken out of it: only so the browser gives the focus back. */
function useModal(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return;
    element.showModal();
    return () => element.close();
  }, [dialog, isOpen]);
}
