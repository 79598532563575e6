"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { FailingSession } from "@/lib/contracts/reaper";
import { Cell, PlainTable } from "../tables/plain-table";
import { Panel } from "../ui/panel";
import { MaybeAt } from "../ui/times";

/** Sessions whose reclaiming keeps failing, with how often it was tried and what went wrong last. */
export function FailingTable({ failing }: { failing: readonly FailingSession[] }) {
  const t = useTranslations("reaper");
  const column = useTranslations("sessions.column");
  const app = useTranslations("app");
  if (failing.length === 0) {
    return (
      <Panel title={t("failing")}>
        <p className="text-muted">{t("failingNone")}</p>
      </Panel>
    );
  }
  return (
    <Panel title={`${t("failing")} (${failing.length})`} tone="bad" isFlush>
      <PlainTable
        label={t("failing")}
        head={[
          { key: "student", label: column("student") },
          { key: "lab", label: column("lab") },
          { key: "attempts", label: t("attempts"), isNumeric: true },
          { key: "last", label: t("lastTry") },
          { key: "error", label: t("lastError") },
        ]}
      >
        {failing.map((one) => (
          <tr key={one.sessionId}>
            <Cell>
              <Link href={`/sessions/${one.sessionId}`} className="font-medium text-accent hover:underline">
                {one.studentName}
              </Link>{" "}
              <span className="font-mono text-sm text-muted">{one.sessionId}</span>
            </Cell>
            <Cell>{one.labName}</Cell>
            <Cell isNumeric>{one.attempts}</Cell>
            <Cell>
              <MaybeAt atMs={one.lastAttemptAtMs} absent={app("never")} />
            </Cell>
            <Cell isWrapped>
              <span className="font-mono text-sm">{one.resource}</span>: {one.error}
              {one.status !== null && (
                <span className="text-muted"> ({t("statusCode", { status: one.status })})</span>
              )}
            </Cell>
          </tr>
        ))}
      </PlainTable>
    </Panel>
  );
}
