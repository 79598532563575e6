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
import { Panel } from "../ui/panel";
import { LoadError } from "../ui/query-view";
import { useFieldError } from "../ui/reason-text";
import { quotaKeyTitle } from "./quota-words";
import { useCapacityWords } from "./use-capacity-words";
import { WhatIfTable } from "./what-if-table";
import { amountText } from "./words";

const SETTLE_MS = 300;
const FIELDS = ["cap", "memoryMiB", "cpus", "machineCount"] as const;

/** Another cap, quota or size: what would bind then. Nothing is changed by asking. */
export function WhatIfPanel({ capacity }: { capacity: CapacityAnswer }) {
  const t = useTranslations("capacity");
  const [draft, setDraft] = useState<WhatIfDraft>({});
  const settled = useDebounced(draft, SETTLE_MS);
  const isChanged = Object.values(draft).some((value) => value !== "");
  const isAsked = isChanged && Object.values(settled).some((value) => value !== "");
  const query = useQuery({ ...capacityOf(settled), enabled: isAsked });
  const errorAt = useFieldError(isAsked ? query.error : null);
  const change = (changes: WhatIfDraft) => setDraft({ ...draft, ...changes });
  const isAtField = [...FIELDS, "hard"].some((name) => errorAt(name) !== null);
  return (
    <Panel
      title={t("whatIf")}
      aside={
        <>
          <span>{t("whatIfHint")}</span>
          {/* It keeps its place, so that nothing jumps when it can be pressed. */}
          <Button size="small" disabled={!isChanged} onClick={() => setDraft({})}>
            {t("whatIfClear")}
          </Button>
        </>
      }
    >
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        {FIELDS.map((name) => (
          <Field key={name} label={t(`whatIfFields.${name}`)} error={errorAt(name)}>
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
        <QuotaFields
          capacity={capacity}
          draft={draft}
          hardError={errorAt("hard") && t("whatIfHardBad")}
          onChange={change}
        />
      </div>
      <div className="-mx-4 mt-4 -mb-4 border-t">
        {isAsked && query.isError && !isAtField ? (
          <div className="p-4">
            <LoadError error={query.error} onRetry={() => void query.refetch()} />
          </div>
        ) : (
          <WhatIfTable
            now={capacity.labs}
            then={isAsked && !query.isError ? (query.data?.labs ?? null) : null}
            isBusy={isAsked && query.isPlaceholderData}
          />
        )}
      </div>
    </Panel>
  );
}

interface QuotaFieldsProps {
  readonly capacity: CapacityAnswer;
  readonly draft: WhatIfDraft;
  readonly hardError: string | null;
  readonly onChange: (changes: WhatIfDraft) => void;
}

function QuotaFields({ capacity, draft, hardError, onChange }: QuotaFieldsProps) {
  const t = useTranslations("capacity");
  const words = useCapacityWords();
  const quotas = capacity.gauges.flatMap(({ of, hard, measure }) =>
    of.type === "quota" ? [{ ...of, value: `${of.namespace}/${of.quota}/${of.key}`, hard, measure }] : [],
  );
  const chosen = quotas.find(({ value }) => value === draft.quota);
  const hint = chosen
    ? t("whatIfHardNow", { hard: amountText(words, chosen.hard, chosen.measure) })
    : t("whatIfHardHint");
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
            {quotas.map(({ namespace, quota, key, value }) => (
              <option key={value} value={value}>
                {t("quotaOption", { name: quotaKeyTitle(words, key), key, quota, namespace })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("whatIfHard")} hint={hint} error={hardError}>
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
