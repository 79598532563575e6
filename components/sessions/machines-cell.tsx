"use client";
import { useTranslations } from "next-intl";
import type { SessionMachine } from "@/lib/domain/session";
import { MachineStateMark } from "./session-status-mark";

/** One machine by its state; a group by how many run. */
export function MachinesCell({ machines }: { machines: readonly SessionMachine[] }) {
  const t = useTranslations("machineState");
  const [only] = machines;
  if (only && machines.length === 1) return <MachineStateMark state={only.state} />;
  const running = machines.filter(({ state }) => state === "running").length;
  return (
    <span>
      {running} / {machines.length} {t("running")}
    </span>
  );
}
