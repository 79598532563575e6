"use client";
import { useTranslations } from "next-intl";
import type { SessionRow } from "@/lib/contracts/sessions";
import type { MachineState, SessionStatus } from "@/lib/domain/session";
import { type Shape, StatusMark, type Tone } from "../ui/status-mark";

const LOOKS: Readonly<Record<SessionStatus, readonly [Tone, Shape]>> = {
  provisioning: ["accent", "half"],
  running: ["ok", "disc"],
  ending: ["warn", "down"],
  ended: ["muted", "square"],
  expired: ["muted", "ring"],
  failed: ["bad", "diamond"],
};
const MACHINE_LOOKS: Readonly<Record<MachineState, readonly [Tone, Shape]>> = {
  unknown: ["muted", "ring"],
  pending: ["accent", "half"],
  running: ["ok", "disc"],
  stopped: ["warn", "square"],
  terminating: ["warn", "down"],
  failed: ["bad", "diamond"],
  gone: ["muted", "ring"],
};

export function SessionStatusMark({ session }: { session: Pick<SessionRow, "status"> }) {
  const t = useTranslations("status");
  const [tone, shape] = LOOKS[session.status];
  return (
    <StatusMark tone={tone} shape={shape}>
      {t(session.status)}
    </StatusMark>
  );
}

export function MachineStateMark({ state }: { state: MachineState }) {
  const t = useTranslations("machineState");
  const [tone, shape] = MACHINE_LOOKS[state];
  return (
    <StatusMark tone={tone} shape={shape}>
      {t(state)}
    </StatusMark>
  );
}
