"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import { IconButton } from "./icon-button";
import { Note, type NoteTone } from "./note";

interface Toast {
  readonly id: number;
  readonly tone: NoteTone;
  readonly text: string;
}
type Tell = (tone: NoteTone, text: string) => void;
const TellContext = createContext<Tell>(() => undefined);
const SHOWN_MS = 8000;

/** Tells what became of an act. Good news leaves by itself, bad news stays until it is dismissed. */
export const useTell = (): Tell => use(TellContext);

export function Toasts({ children }: { children: ReactNode }) {
  const t = useTranslations("states");
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const dismiss = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const tell = useCallback<Tell>(
    (tone, text) => {
      const id = Math.random();
      setToasts((all) => [...all.slice(-3), { id, tone, text }]);
      if (tone === "ok" || tone === "info") setTimeout(() => dismiss(id), SHOWN_MS);
    },
    [dismiss],
  );
  const list = useMemo(
    () =>
      toasts.map(({ id, tone, text }) => (
        <div key={id} className="rounded-md border bg-surface shadow-lg">
          <Note
            tone={tone}
            aside={<IconButton icon={X} size="small" label={t("dismiss")} onClick={() => dismiss(id)} />}
          >
            {text}
          </Note>
        </div>
      )),
    [toasts, dismiss, t],
  );
  return (
    <TellContext value={tell}>
      {children}
      <div
        role="status"
        aria-live="polite"
        aria-label={t("notifications")}
        className="fixed right-4 bottom-4 z-40 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 print:hidden"
      >
        {list}
      </div>
    </TellContext>
  );
}
