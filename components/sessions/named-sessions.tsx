"use client";
import { useTranslations } from "next-intl";
import type { SessionRow } from "@/lib/contracts/sessions";

const SHOWN = 8;

/** Names what an act is about to touch: the first few, and how many more. */
export function NamedSessions({ sessions }: { sessions: readonly SessionRow[] }) {
  const t = useTranslations("sessions");
  return (
    <ul className="rounded-md bg-sunken px-3 py-2">
      {sessions.slice(0, SHOWN).map((session) => (
        <li key={session.id} className="flex flex-wrap justify-between gap-x-4">
          <span className="font-medium">{session.studentName}</span>
          <span className="text-muted">
            {session.labName} <span className="font-mono text-sm">{session.id}</span>
          </span>
        </li>
      ))}
      {sessions.length > SHOWN && (
        <li className="text-muted">{t("andMore", { count: sessions.length - SHOWN })}</li>
      )}
    </ul>
  );
}
