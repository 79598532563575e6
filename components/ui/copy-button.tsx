"use client";
import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, type ButtonLook } from "./button";
import { useTell } from "./toasts";

/** Copies text and says so; where the browser forbids it, says that too. */
export function CopyButton({ text, label, ...look }: ButtonLook & { text: string; label?: string }) {
  const t = useTranslations("states");
  const tell = useTell();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      tell("warn", t("copyFailed"));
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
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
  );
}
