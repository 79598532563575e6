"use client";
import { useTranslations } from "next-intl";
import type { LabFormRules } from "@/lib/contracts/labs";
import { Field } from "../ui/field";
import { CheckBox, TextArea } from "../ui/inputs";
import { FieldGroup, type LabFieldsProps, NumberField, TextField } from "./lab-fields";

export function BasicFields(props: LabFieldsProps) {
  const t = useTranslations("labs");
  const { draft, onChange, errorAt } = props;
  return (
    <FieldGroup title={t("group.basics")}>
      <TextField {...props} of="name" path="name" label={t("name")} isRequired />
      <TextField {...props} of="slug" path="slug" label={t("slug")} hint={t("slugHint")} isRequired isMono />
      <div className="sm:col-span-2">
        <Field label={t("description")} error={errorAt("description")}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={2000}
              value={draft.description}
              onChange={(event) => onChange({ description: event.target.value })}
            />
          )}
        </Field>
      </div>
      <label className="flex min-h-8 items-center gap-2 sm:col-span-2">
        <CheckBox
          checked={draft.isEnabled}
          onChange={(event) => onChange({ isEnabled: event.target.checked })}
        />
        {t("enabled")} <span className="text-sm text-muted">{t("enabledHint")}</span>
      </label>
    </FieldGroup>
  );
}

export function TimeFields(props: LabFieldsProps & { rules: LabFormRules }) {
  const t = useTranslations("labs");
  const { rules } = props;
  const limits = { min: 5, max: 10_080, isRequired: false };
  return (
    <FieldGroup title={t("group.times")}>
      <NumberField
        {...props}
        {...limits}
        of="sessionMinutes"
        path="sessionMinutes"
        label={t("sessionMinutes")}
        hint={t("minutesHint", { minutes: rules.defaultSessionMinutes })}
      />
      <NumberField
        {...props}
        {...limits}
        of="maxMinutes"
        path="maxMinutes"
        label={t("maxMinutes")}
        hint={t("minutesHint", { minutes: rules.defaultMaxMinutes })}
      />
      <NumberField
        {...props}
        of="graceSeconds"
        path="spec.graceSeconds"
        label={t("grace")}
        hint={t("graceHint")}
        min={0}
        max={300}
      />
    </FieldGroup>
  );
}
