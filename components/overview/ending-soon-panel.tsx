"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { SessionRow } from "@/lib/contracts/sessions";
import { SessionStatusMark } from "../sessions/session-status-mark";
import { Cell, PlainTable } from "../tables/plain-table";
import { TimeLeft } from "../ui/countdown";
import { Panel } from "../ui/panel";

export function EndingSoonPanel({ sessions }: { sessions: readonly SessionRow[] }) {
  const t = useTranslations("overview");
  const column = useTranslations("sessions.column");
  return (
    <Panel
      title={t("endingSoon")}
      isFlush
      aside={
        <Link href="/sessions" className="text-accent hover:underline">
          {t("toSessions")}
        </Link>
      }
    >
      {sessions.length === 0 ? (
        <p className="p-4 text-muted">{t("endingSoonNone")}</p>
      ) : (
        <PlainTable
          label={t("endingSoon")}
          head={[
            { key: "student", label: column("student") },
            { key: "lab", label: column("lab") },
            { key: "status", label: column("status") },
            { key: "left", label: column("left"), isNumeric: true },
          ]}
        >
          {sessions.map((session) => (
            <tr key={session.id}>
              <Cell>
                <Link href={`/sessions/${session.id}`} className="font-medium text-accent hover:underline">
                  {session.studentName}
                </Link>
              </Cell>
              <Cell>{session.labName}</Cell>
              <Cell>
                <SessionStatusMark session={session} />
              </Cell>
              <Cell isNumeric>
                <TimeLeft expiresAtMs={session.expiresAtMs} />
              </Cell>
            </tr>
          ))}
        </PlainTable>
      )}
    </Panel>
  );
}
