"use client";
import { useTranslations } from "next-intl";
import { Button, buttonClass } from "../ui/button";
import { Dialog } from "../ui/dialog";

/** A form in a dialog, or one of the page with something typed into it: to leave now would lose it. */
export function isFormOpen(): boolean {
  if (document.querySelector("dialog[open] form")) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main form :is(input, textarea):not([readonly])",
  );
  return [...fields].some(({ value }) => value !== "");
}

/** Over a form whose writer's sign-in has ended. It goes by itself once they are signed in again. */
export function SignedOutDialog({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations("signedOut");
  return (
    <Dialog
      isOpen={isOpen}
      isLocked
      onClose={() => undefined}
      title={t("title")}
      footer={
        <>
          <Button onClick={() => window.location.reload()}>{t("leave")}</Button>
          <a href="/sign-in" target="_blank" className={buttonClass({ look: "primary" })}>
            {t("signIn")}
          </a>
        </>
      }
    >
      <p>{t("text")}</p>
    </Dialog>
  );
}
