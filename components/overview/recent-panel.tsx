"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { OverviewAnswer } from "@/lib/contracts/status";
import { useEventText } from "../sessions/event-text";
import { Panel } from "../ui/panel";
import { Ago } from "../ui/times";

export function RecentPanel({ events }: { events: OverviewAnswer["recentEvents"] }) {
  const t = useTranslations("overview");
  const eventText = useEventText();
  return (
    <Panel title={t("recent")} isFlush>
      {events.length === 0 ? (
        <p className="p-4 text-muted">{t("recentNone")}</p>
      ) : (
        <ul>
          {events.map((event, index) => (
            <li
              key={`${event.sessionId}-${event.atMs}-${event.code}-${index}`}
              className="flex items-baseline justify-between gap-4 border-b px-4 py-2 last:border-b-0"
            >
              <span className="min-w-0">
                <Link
                  href={`/sessions/${event.sessionId}`}
                  className="font-medium text-accent hover:underline"
                >
                  {event.studentName}
                </Link>{" "}
                <span className="text-muted">{event.labName}</span> {eventText(event)}
              </span>
              <span className="shrink-0 text-sm text-muted">
                <Ago atMs={event.atMs} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
