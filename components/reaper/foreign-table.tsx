"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDeleteForeignMachine } from "@/lib/client/mutations/reaper";
import type { ReaperView } from "@/lib/contracts/reaper";
import type { ForeignMachine } from "@/lib/domain/reap-types";
import { Cell, PlainTable } from "../tables/plain-table";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Panel } from "../ui/panel";
import { useDuration } from "../ui/time-format";
import { Measured } from "../ui/times";
import { useTell } from "../ui/toasts";

/** Machines that are not ours: shown, never touched by a pass. An admin may delete one by typing its name. */
export function ForeignTable({
  view: { foreign, seenAtMs },
  isAdmin,
}: {
  view: ReaperView;
  isAdmin: boolean;
}) {
  const t = useTranslations("reaper");
  const session = useTranslations("session");
  const duration = useDuration();
  const [asked, setAsked] = useState<ForeignMachine | null>(null);
  if (foreign.length === 0) {
    return (
      <Panel title={t("foreign")}>
        <p className="text-muted">
          <Measured value={seenAtMs === null ? null : t("foreignNone")} why={t("seenNever")} />
        </p>
      </Panel>
    );
  }
  return (
    <Panel title={`${t("foreign")} (${foreign.length})`} isFlush>
      <p className="border-b px-4 py-2 text-muted">{t("foreignHint")}</p>
      <PlainTable
        label={t("foreign")}
        head={[
          { key: "name", label: session("name") },
          { key: "owner", label: t("foreignOwner") },
          { key: "state", label: session("state") },
          { key: "age", label: t("age"), isNumeric: true },
          { key: "act", label: <span className="sr-only">{t("foreignDelete")}</span> },
        ]}
      >
        {foreign.map((machine) => (
          <tr key={machine.uid}>
            <Cell>
              <span className="font-mono text-sm">
                {machine.namespace}/{machine.name}
              </span>
            </Cell>
            <Cell>
              <Owner machine={machine} />
            </Cell>
            <Cell>
              {machine.state} · {t(machine.takesSeat ? "takesSeat" : "noSeat")}
            </Cell>
            <Cell isNumeric>{duration(machine.ageMs)}</Cell>
            <Cell isNumeric>
              {isAdmin && (
                <Button size="small" look="dangerPlain" onClick={() => setAsked(machine)}>
                  {t("foreignDelete")}
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </PlainTable>
      <DeleteForeignDialog key={asked?.uid ?? ""} machine={asked} onClose={() => setAsked(null)} />
    </Panel>
  );
}

function Owner({ machine }: { machine: ForeignMachine }) {
  const t = useTranslations("reaper");
  if (machine.environment === null) return <span className="text-muted">{t("foreignUnlabelled")}</span>;
  return machine.installationId === null
    ? t("foreignEnvironment", { name: machine.environment })
    : t("foreignInstallation", { name: machine.environment });
}

function DeleteForeignDialog({ machine, onClose }: { machine: ForeignMachine | null; onClose: () => void }) {
  const t = useTranslations("reaper");
  const kindWord = useTranslations("kind");
  const tell = useTell();
  const remove = useDeleteForeignMachine();
  const { name = "", namespace = "", uid = "", kind = "vm" } = machine ?? {};
  const run = () =>
    remove.mutate(
      { kind, namespace, name, uid, typedName: name },
      {
        onSuccess: () => {
          tell("ok", t("foreignDeleted", { name }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen={machine !== null}
      onClose={onClose}
      onConfirm={run}
      title={t("foreignTitle", { name })}
      confirmLabel={t("foreignDelete")}
      isBusy={remove.isPending}
      error={remove.error}
      mustType={{ text: name, label: t("foreignType", { name }) }}
    >
      <p>{t("foreignText", { kind: kindWord(kind), namespace })}</p>
    </ConfirmDialog>
  );
}
