"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useStartMachine } from "@/lib/client/mutations/sessions";
import type { SessionDetail } from "@/lib/contracts/sessions";
import { isLive } from "@/lib/domain/states";
import { Cell, PlainTable } from "../tables/plain-table";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Panel } from "../ui/panel";
import { useTell } from "../ui/toasts";
import { MachineStateMark } from "./session-status-mark";
import { shownState } from "./shown-state";

export function MachinesPanel({ session }: { session: SessionDetail }) {
  const t = useTranslations("session");
  const [asked, setAsked] = useState<string | null>(null);
  const canStart = isLive(session) && session.kind === "vm";
  return (
    <Panel title={t("machines")} isFlush>
      <PlainTable
        label={t("machines")}
        head={[
          { key: "name", label: t("machine") },
          { key: "state", label: t("state") },
          { key: "node", label: t("node") },
          { key: "address", label: t("address") },
          { key: "uid", label: t("uid") },
        ]}
      >
        {session.machines.map((machine) => (
          <tr key={machine.name}>
            <Cell>
              <span className="font-mono text-sm">{machine.name}</span>
            </Cell>
            <Cell>
              <span className="inline-flex items-center gap-3">
                <MachineStateMark state={shownState(session, machine)} />
                {machine.state === "stopped" && canStart && (
                  <Button size="small" onClick={() => setAsked(machine.name)}>
                    {t("startMachine")}
                  </Button>
                )}
              </span>
            </Cell>
            <Cell>{machine.lastNode ?? <Unknown />}</Cell>
            <Cell>
              {machine.address ? <span className="font-mono text-sm">{machine.address}</span> : <Unknown />}
            </Cell>
            <Cell>
              {machine.uid ? (
                <span className="font-mono text-xs text-muted">{machine.uid}</span>
              ) : (
                <Unknown />
              )}
            </Cell>
          </tr>
        ))}
      </PlainTable>
      <StartDialog session={session} machineName={asked} onClose={() => setAsked(null)} />
    </Panel>
  );
}

function Unknown() {
  const t = useTranslations("machineState");
  return <span className="text-muted">{t("unknown")}</span>;
}

interface StartDialogProps {
  readonly session: SessionDetail;
  readonly machineName: string | null;
  readonly onClose: () => void;
}

function StartDialog({ session, machineName, onClose }: StartDialogProps) {
  const t = useTranslations("session");
  const student = useTranslations("student");
  const tell = useTell();
  const start = useStartMachine();
  const machine = machineName ?? "";
  const run = () =>
    start.mutate(
      { sessionId: session.id, machineName: machine },
      {
        onSuccess: () => {
          tell("ok", t("machineStarting", { machine }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen={machineName !== null}
      onClose={onClose}
      onConfirm={run}
      title={t("startMachineTitle", { machine })}
      confirmLabel={t("startMachine")}
      isBusy={start.isPending}
      error={start.error}
      isDangerous={false}
    >
      <p>{student(session.spec.disk.type === "clone" ? "keepsDisk" : "ephemeralWarning")}</p>
    </ConfirmDialog>
  );
}
