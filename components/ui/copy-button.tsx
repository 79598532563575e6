"use client";
import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, type ButtonLook } from "./button";

/**
 * Copies text and says so; where the browser forbids it (a page without https, say), says that too, at the button: a
 * message of the page would lie behind the dialog that a password is shown in.
 */
export function CopyButton({ text, label, ...look }: ButtonLook & { text: string; label?: string }) {
  const t = useTranslations("states");
  const [isCopied, setCopied] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setFailed(false);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      setFailed(true);
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button {...look} onClick={() => void copy()}>
        <Icon aria-hidden size={16} />
        <span className="grid">
          <span className={isCopied ? "invisible col-start-1 row-start-1" : "col-start-1 row-start-1"}>
            {label ?? t("copy")}
          </span>
          <span aria-live="polite" className="col-start-1 row-start-1">
            {isCopied && t("copied")}
          </span>
        </span>
      </Button>
      <span role="status" className={hasFailed ? "basis-full text-sm text-warn" : "sr-only"}>
        {hasFailed && t("copyFailed")}
      </span>
    </>
  );
}
