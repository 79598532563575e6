"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { capacityOf, type WhatIfDraft } from "@/lib/client/queries";
import { useDebounced } from "@/lib/client/use-debounced";
import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Select, TextInput } from "../ui/inputs";
import { LoadError } from "../ui/query-view";
import { Panel } from "../ui/panel";
import { RoomTable } from "./room-panel";

const SETTLE_MS = 300;
const FIELDS = ["cap", "memoryMiB", "cpus", "machineCount"] as const;

/** Another cap, quota or size: what would bind then. Nothing is changed by asking. */
export function WhatIfPanel({ capacity }: { capacity: CapacityAnswer }) {
  const t = useTranslations("capacity");
  const [draft, setDraft] = useState<WhatIfDraft>({});
  const settled = useDebounced(draft, SETTLE_MS);
  const isAsked = Object.values(settled).some((value) => value !== "");
  const query = useQuery({ ...capacityOf(settled), enabled: isAsked });
  const change = (changes: WhatIfDraft) => setDraft({ ...draft, ...changes });
  return (
    <Panel
      title={t("whatIf")}
      aside={isAsked && <Button onClick={() => setDraft({})}>{t("whatIfClear")}</Button>}
    >
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        {FIELDS.map((name) => (
          <Field key={name} label={t(`whatIfFields.${name}`)}>
            {(control) => (
              <TextInput
                {...control}
                type="number"
                min={0}
                step={name === "cpus" ? 0.05 : 1}
                value={draft[name] ?? ""}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <QuotaFields capacity={capacity} draft={draft} onChange={change} />
      </div>
      {isAsked && query.isError && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {isAsked && query.data && (
        <div className="mt-4 border-t pt-2">
          <RoomTable label={t("whatIf")} labs={query.data.labs} />
        </div>
      )}
    </Panel>
  );
}

interface QuotaFieldsProps {
  readonly capacity: CapacityAnswer;
  readonly draft: WhatIfDraft;
  readonly onChange: (changes: WhatIfDraft) => void;
}

function QuotaFields({ capacity, draft, onChange }: QuotaFieldsProps) {
  const t = useTranslations("capacity");
  const quotas = capacity.gauges.flatMap(({ of }) => (of.type === "quota" ? [of] : []));
  return (
    <>
      <Field label={t("whatIfQuota")}>
        {(control) => (
          <Select
            {...control}
            value={draft.quota ?? ""}
            onChange={(event) => onChange({ quota: event.target.value })}
          >
            <option value="">{t("whatIfNoQuota")}</option>
            {quotas.map(({ namespace, quota, key }) => (
              <option key={`${namespace}/${quota}/${key}`} value={`${namespace}/${quota}/${key}`}>
                {t("quotaKey", { key, quota, namespace })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("whatIfHard")} hint={t("whatIfHardHint")}>
        {(control) => (
          <TextInput
            {...control}
            value={draft.hard ?? ""}
            disabled={!draft.quota}
            onChange={(event) => onChange({ hard: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
