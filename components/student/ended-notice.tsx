"use client";
import { useTranslations } from "next-intl";
import type { SessionRow } from "@/lib/contracts/sessions";
import { EndReasonText } from "../sessions/end-reason-text";
import { Note } from "../ui/note";
import { Ago } from "../ui/times";

/** Why the last session is over, in words. */
export function EndedNotice({ session }: { session: SessionRow }) {
  const t = useTranslations("student");
  const isBad = session.status === "failed";
  return (
    <Note tone={isBad ? "bad" : "info"} title={t("lastTitle")}>
      <p>
        <strong className="font-medium">{session.labName}</strong>
        {session.overAtMs !== null && (
          <>
            , <Ago atMs={session.overAtMs} />
          </>
        )}
        : <EndReasonText session={session} />
      </p>
    </Note>
  );
}
