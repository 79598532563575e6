"use client";
import { useTranslations } from "next-intl";
import type { SessionRow } from "@/lib/contracts/sessions";
import { MachineStateMark } from "./session-status-mark";
import { shownState } from "./shown-state";

/** One machine by its state; a group by how many run. */
export function MachinesCell({ session }: { session: SessionRow }) {
  const t = useTranslations("machineState");
  const states = session.machines.map((machine) => shownState(session, machine));
  const [only] = states;
  if (only && states.length === 1) return <MachineStateMark state={only} />;
  if (only === "gone" && states.every((state) => state === "gone")) return <MachineStateMark state="gone" />;
  const running = states.filter((state) => state === "running").length;
  return (
    <span>
      {running} / {states.length} {t("running")}
    </span>
  );
}
