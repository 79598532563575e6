"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useConfirmHeld } from "@/lib/client/mutations/reaper";
import type { HeldSet } from "@/lib/domain/reap-types";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { CheckBox } from "../ui/inputs";
import { Panel } from "../ui/panel";
import { useTell } from "../ui/toasts";
import { ItemObject } from "./item-object";
import { itemAct } from "./reap-item-words";

/** What the brake holds, one panel a direction. */
export function HeldSets({ sets, isAdmin }: { sets: readonly HeldSet[]; isAdmin: boolean }) {
  return sets.map((set) => <HeldPanel key={set.direction} set={set} isAdmin={isAdmin} />);
}

function HeldPanel({ set, isAdmin }: { set: HeldSet; isAdmin: boolean }) {
  const t = useTranslations("reaper");
  const direction = useTranslations("direction");
  const tell = useTell();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsked, setAsked] = useState(false);
  const confirm = useConfirmHeld();
  const keys = set.items.map(({ key }) => key).filter((key) => chosen.has(key));
  const toggle = (key: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(key);
    else next.delete(key);
    setChosen(next);
  };
  const run = () =>
    confirm.mutate(
      { direction: set.direction, keys },
      {
        onSuccess: () => {
          tell("ok", t("heldConfirmed"));
          setAsked(false);
          setChosen(new Set());
        },
      },
    );
  return (
    <Panel title={`${t("held")}: ${direction(set.direction)}`} tone="bad">
      <p className="mb-1">
        {t("heldText", { direction: direction(set.direction), found: set.found, allowed: set.allowed })}
      </p>
      <p className="mb-3 text-muted">{t(`heldElse.${set.direction}`)}</p>
      {isAdmin && (
        <label className="flex min-h-7 items-center gap-2 border-b pb-1 font-medium">
          <CheckBox
            checked={keys.length === set.items.length}
            onChange={(event) =>
              setChosen(new Set(event.target.checked ? set.items.map(({ key }) => key) : []))
            }
          />
          {t("heldSelect")}
        </label>
      )}
      <ul className="max-h-72 overflow-y-auto py-1" tabIndex={0} aria-label={t("held")}>
        {set.items.map((item) => (
          <li key={item.key}>
            <label className="flex min-h-7 items-center gap-2">
              {isAdmin && (
                <CheckBox
                  checked={chosen.has(item.key)}
                  onChange={(event) => toggle(item.key, event.target.checked)}
                />
              )}
              <ItemObject item={item} />
              <span className="text-muted">{t(`act.${itemAct(item)}`)}</span>
            </label>
          </li>
        ))}
      </ul>
      {isAdmin && (
        <Button look="danger" className="mt-2" disabled={keys.length === 0} onClick={() => setAsked(true)}>
          {t("heldConfirm", { count: keys.length })}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={run}
        title={t("heldConfirmTitle", { count: keys.length })}
        confirmLabel={t("heldConfirm", { count: keys.length })}
        isBusy={confirm.isPending}
        error={confirm.error}
      >
        <p>{t(`heldConfirmText.${set.direction}`)}</p>
      </ConfirmDialog>
    </Panel>
  );
}
