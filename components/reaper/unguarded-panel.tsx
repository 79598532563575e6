"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReaperView } from "@/lib/contracts/reaper";
import { Panel } from "../ui/panel";
import { Measured } from "../ui/times";

/** Live sessions that nothing would end if Curfew were down. */
export function UnguardedPanel({ view }: { view: ReaperView }) {
  const t = useTranslations("reaper");
  const sessions = useTranslations("sessions");
  const { unguarded, seenAtMs } = view;
  if (unguarded.length === 0) {
    return (
      <Panel title={t("unguarded")}>
        <p className="text-muted">
          <Measured value={seenAtMs === null ? null : t("unguardedNone")} why={t("seenNever")} />
        </p>
      </Panel>
    );
  }
  return (
    <Panel title={`${t("unguarded")} (${unguarded.length})`} tone="warn">
      <p className="mb-2 text-muted">{sessions("unguardedHint")}</p>
      <ul className="flex flex-col gap-1">
        {unguarded.map((one) => (
          <li key={one.sessionId}>
            <Link href={`/sessions/${one.sessionId}`} className="font-medium text-accent hover:underline">
              {one.studentName}
            </Link>{" "}
            {one.labName} <span className="font-mono text-sm text-muted">{one.sessionId}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
