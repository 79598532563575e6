"use client";
import { useTranslations } from "next-intl";
import { useNow } from "@/lib/client/ticking-now";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { remaining } from "@/lib/domain/lifetime";
import { clockText } from "../ui/countdown";
import { Note } from "../ui/note";
import { AccessPanel } from "../sessions/access-panel";
import { ExpiryWarning } from "./expiry-warning";
import { GiveBack } from "./give-back";
import { NotifyChoice } from "./notify-choice";
import { ProvisioningSteps } from "./provisioning-steps";
import { StoppedMachines } from "./stopped-machines";
import { TimePanel } from "./time-panel";
import { useTabTitle } from "./use-tab-title";

interface LiveSessionProps {
  readonly session: SessionDetail;
  readonly hasSshKey: boolean;
  readonly password: string | null;
}

export function LiveSession({ session, hasSshKey, password }: LiveSessionProps) {
  const t = useTranslations("student");
  return (
    <div className="flex flex-col gap-4">
      <TabTitle session={session} />
      <ExpiryWarning session={session} />
      <TimePanel session={session} />
      {session.status === "provisioning" && <ProvisioningSteps session={session} />}
      <StoppedMachines session={session} />
      {session.isDegraded && <Note tone="warn">{t("degraded")}</Note>}
      <AccessPanel session={session} hasSshKey={hasSshKey} password={password} canStoreKey />
      <GiveBack session={session} />
      <NotifyChoice />
    </div>
  );
}

function TabTitle({ session }: { session: SessionDetail }) {
  const t = useTranslations("student");
  const now = useNow();
  const time = useTranslations("time");
  const left = now === "checking" ? time("checking") : clockText(remaining(session.expiresAtMs, now));
  useTabTitle(
    session.status === "provisioning"
      ? t("tabStarting", { time: left, lab: session.labName })
      : t("tabTitle", { time: left, lab: session.labName }),
  );
  return null;
}
