"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { OverviewAnswer } from "@/lib/contracts/status";
import { SessionStatusMark } from "../sessions/session-status-mark";
import { cx } from "../ui/class-names";

const LIVE_STATUSES = ["provisioning", "running", "ending"] as const;

/** The day in figures: one line of numbers, each a link to what it counts. */
export function FiguresStrip({ overview }: { overview: OverviewAnswer }) {
  const t = useTranslations("overview");
  const { failing } = overview;
  return (
    <dl className="grid grid-cols-2 rounded-md border bg-surface sm:grid-cols-3 xl:grid-cols-6">
      {LIVE_STATUSES.map((status) => (
        <Figure
          key={status}
          name={<SessionStatusMark session={{ status }} />}
          value={overview.liveByStatus[status]}
          href={`/sessions?status=${status}`}
        />
      ))}
      <Figure name={t("failing")} value={failing} href="/reaper" isBad={failing > 0} />
      <Figure
        name={`${t("today")}: ${t("starts")}`}
        value={overview.startsToday}
        href="/sessions?scope=all"
      />
      <Figure name={`${t("today")}: ${t("ends")}`} value={overview.endsToday} href="/sessions?scope=over" />
    </dl>
  );
}

interface FigureProps {
  readonly name: React.ReactNode;
  readonly value: number;
  readonly href: string;
  readonly isBad?: boolean;
}

function Figure({ name, value, href, isBad }: FigureProps) {
  return (
    <div className="flex flex-col-reverse px-4 py-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={cx("text-2xl font-semibold", isBad && "text-bad")}>
        <Link href={href} className="hover:underline">
          {value}
        </Link>
      </dd>
    </div>
  );
}
