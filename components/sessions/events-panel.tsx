"use client";
import { useTranslations } from "next-intl";
import type { SessionEvent } from "@/lib/contracts/sessions";
import { Panel } from "../ui/panel";
import { At } from "../ui/times";
import { useEventText } from "./event-text";

/** What happened, newest last, along one line. */
export function EventsPanel({ events }: { events: readonly SessionEvent[] }) {
  const t = useTranslations("session");
  const eventText = useEventText();
  return (
    <Panel title={t("events")}>
      {events.length === 0 ? (
        <p className="text-muted">{t("noEvents")}</p>
      ) : (
        <ol className="border-l pl-4">
          {events.map((event) => (
            <li key={event.id} className="relative pb-3 last:pb-0">
              <span
                aria-hidden
                className="absolute top-1.5 -left-[1.3rem] size-2 rounded-full border border-line-strong bg-surface"
              />
              <p>
                {eventText(event)}
                {event.actor && <span className="text-muted"> {t("by", { actor: event.actor })}</span>}
              </p>
              <p className="text-sm text-muted">
                <At atMs={event.atMs} withSeconds />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
