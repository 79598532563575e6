"use client";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useNow } from "@/lib/client/ticking-now";
import type { SwitchName, SwitchState } from "@/lib/contracts/reaper";
import { useAgo } from "../ui/time-format";

const NAMES = { "no-new-sessions": "noNewSessions", "stop-reaping": "stopReaping" } as const satisfies Record<
  SwitchName,
  string
>;

/** What is switched on, in red, on every page. Students see only what is meant for them, on their own page. */
export function SwitchBanner({
  switches,
  isForStudent,
}: {
  switches: readonly SwitchState[];
  isForStudent: boolean;
}) {
  const t = useTranslations("bar");
  const now = useNow();
  const ago = useAgo();
  const on = switches.filter((state) => state.isOn);
  if (on.length === 0 || isForStudent) return null;
  return (
    <ul className="border-t bg-bad text-sm text-bad-fg">
      {on.map((state) => (
        <li key={state.name} className="flex flex-wrap items-center gap-x-2 px-4 py-1">
          <TriangleAlert aria-hidden size={14} />
          <strong>{t(NAMES[state.name])}</strong>
          {state.message && <span>{state.message}</span>}
          {state.byName && state.atMs !== null && now !== "checking" && (
            <span>{t("switchedBy", { name: state.byName, ago: ago(state.atMs, now) })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
