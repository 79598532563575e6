"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSetSwitch } from "@/lib/client/mutations/reaper";
import { statusQuery } from "@/lib/client/queries";
import { SWITCH_NAMES, type SwitchName, type SwitchState } from "@/lib/contracts/reaper";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Field } from "../ui/field";
import { TextInput } from "../ui/inputs";
import { Panel } from "../ui/panel";
import { Skeleton } from "../ui/skeleton";
import { StatusMark } from "../ui/status-mark";
import { Ago } from "../ui/times";

export function SwitchesPanel({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations("reaper");
  const status = useQuery(statusQuery());
  const [asked, setAsked] = useState<SwitchName | null>(null);
  const states = status.data?.switches;
  const stateOf = (name: SwitchName) => states?.find((state) => state.name === name);
  return (
    <Panel title={t("switches")}>
      {states ? (
        <ul className="flex flex-col gap-4">
          {SWITCH_NAMES.map((name) => (
            <SwitchLine
              key={name}
              name={name}
              state={stateOf(name)}
              onAsk={isAdmin ? () => setAsked(name) : null}
            />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-28" />
      )}
      {asked && (
        <SwitchDialog name={asked} isOn={stateOf(asked)?.isOn ?? false} onClose={() => setAsked(null)} />
      )}
    </Panel>
  );
}

interface SwitchLineProps {
  readonly name: SwitchName;
  readonly state: SwitchState | undefined;
  readonly onAsk: (() => void) | null;
}

function SwitchLine({ name, state, onAsk }: SwitchLineProps) {
  const t = useTranslations("reaper");
  const isOn = state?.isOn ?? false;
  return (
    <li className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <strong className="font-semibold">{t(`switch.${name}`)}</strong>
          <StatusMark tone={isOn ? "bad" : "muted"} shape={isOn ? "diamond" : "ring"}>
            {t(isOn ? "switchOn" : "switchOff")}
          </StatusMark>
          {isOn && state?.byName && state.atMs !== null && (
            <span className="text-sm text-muted">
              {state.byName}, <Ago atMs={state.atMs} />
            </span>
          )}
        </p>
        {isOn && state?.message && <p>{state.message}</p>}
        <p className="text-sm text-muted">{t(`switchHint.${name}`)}</p>
      </div>
      {onAsk && (
        <Button look={isOn ? "plain" : "dangerPlain"} onClick={onAsk}>
          {t(isOn ? "switchTurnOff" : "switchTurnOn")}
        </Button>
      )}
    </li>
  );
}

interface SwitchDialogProps {
  readonly name: SwitchName;
  readonly isOn: boolean;
  readonly onClose: () => void;
}

function SwitchDialog({ name, isOn, onClose }: SwitchDialogProps) {
  const t = useTranslations("reaper");
  const [message, setMessage] = useState("");
  const change = useSetSwitch();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => change.mutate({ name, isOn: !isOn, message }, { onSuccess: onClose })}
      title={t(isOn ? "switchTitleOff" : "switchTitleOn", { name: t(`switch.${name}`) })}
      confirmLabel={t(isOn ? "switchTurnOff" : "switchTurnOn")}
      isBusy={change.isPending}
      error={change.error}
      isDangerous={!isOn}
    >
      <p>{t(`switchHint.${name}`)}</p>
      {!isOn && (
        <Field label={t(name === "no-new-sessions" ? "switchMessage" : "switchNote")}>
          {(control) => (
            <TextInput
              {...control}
              value={message}
              maxLength={300}
              onChange={(event) => setMessage(event.target.value)}
            />
          )}
        </Field>
      )}
    </ConfirmDialog>
  );
}
