"use client";
import { useTranslations } from "next-intl";
import type { Bound, LabRoom } from "@/lib/domain/capacity/binding";

/** "Two more of Linux basics; then node memory. The quota would allow 4." */
export function useRoomText(): (lab: string, room: LabRoom) => string {
  const t = useTranslations("capacity");
  const boundText = useBoundText();
  return (lab, { sessions, isAtMost, binds, next }) => {
    if (sessions === null || binds === null) return t("roomUnknown", { lab });
    const parts = [
      t("room", { lab, sessions, bound: boundText(binds) }),
      next?.sessions != null && t("roomNext", { bound: boundText(next.bound), sessions: next.sessions }),
      isAtMost && t("roomAtMost"),
    ];
    return parts.filter((part) => part !== false).join(" ");
  };
}

export function useBoundText(): (bound: Bound) => string {
  const t = useTranslations("capacity");
  return (bound) => {
    switch (bound.type) {
      case "quota":
        return t("bounds.quota", { key: bound.key, quota: bound.quota });
      case "unknown":
        return t("bounds.unknown");
      default:
        return t(`bounds.${bound.type}`);
    }
  };
}
