"use client";
import { useTranslations } from "next-intl";
import type { SessionEvent } from "@/lib/contracts/sessions";
import { useTimeFormat } from "../ui/time-format";

type EventLike = Pick<SessionEvent, "code" | "params">;

/** Words an event; a code that this version does not know is shown as it is. */
export function useEventText(): (event: EventLike) => string {
  const t = useTranslations("events");
  const format = useTimeFormat();
  return ({ code, params }) => {
    const known = code as Parameters<typeof t>[0];
    if (!t.has(known)) return code.replaceAll("-", " ");
    const { untilMs } = params;
    return t(known, {
      machine: "?",
      resource: "?",
      ...Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null)),
      until: typeof untilMs === "number" ? format.time(untilMs) : "?",
    });
  };
}
