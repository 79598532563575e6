"use client";
import { Power } from "lucide-react";
import { useTranslations } from "next-intl";
import { useStartMachine } from "@/lib/client/mutations/sessions";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { isLive } from "@/lib/domain/states";
import { Button } from "../ui/button";
import { Note } from "../ui/note";
import { RefusalNote } from "../ui/refusal-note";

/** A machine that was powered off from inside can be started again, with what that means for its disk. */
export function StoppedMachines({ session }: { session: SessionDetail }) {
  const t = useTranslations("student");
  const start = useStartMachine();
  const stopped = session.machines.filter((machine) => machine.state === "stopped");
  if (stopped.length === 0 || !isLive(session)) return null;
  const isGroup = session.machines.length > 1;
  const keepsDisk = session.spec.disk.type === "clone";
  return (
    <Note tone="warn" title={t("stopped", { count: stopped.length })} isAlert>
      <p>
        {t("stoppedText")} {t(keepsDisk ? "keepsDisk" : "ephemeralWarning")}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {stopped.map((machine) => (
          <Button
            key={machine.name}
            isBusy={start.isPending && start.variables.machineName === machine.name}
            onClick={() => start.mutate({ sessionId: session.id, machineName: machine.name })}
          >
            <Power aria-hidden size={16} />
            {t("startMachine")}
            {isGroup && ` ${machine.index}`}
          </Button>
        ))}
      </div>
      <RefusalNote error={start.error} />
    </Note>
  );
}
