"use client";
import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { IconButton } from "../ui/icon-button";
import { TextInput } from "../ui/inputs";
import { type EgressDraft, NEW_EGRESS } from "./egress-draft";
import { ChoiceField, FieldGroup, type LabFieldsProps, NumberField, TextField } from "./lab-fields";

const PROTOCOLS = ["ssh", "http", "none"] as const;

export function AccessFields(props: LabFieldsProps) {
  const t = useTranslations("labs");
  const { draft, onChange, errorAt } = props;
  return (
    <FieldGroup title={t("group.access")}>
      <ChoiceField
        label={t("protocol")}
        value={draft.protocol}
        values={PROTOCOLS}
        word={(protocol) => t(`protocols.${protocol}`)}
        error={errorAt("spec.access.protocol")}
        onChange={(protocol) => onChange({ protocol })}
      />
      <NumberField {...props} of="port" path="spec.access.port" label={t("port")} min={1} max={65_535} />
      <TextField {...props} of="user" path="spec.access.user" label={t("user")} isRequired isMono />
      <TextField
        {...props}
        of="template"
        path="spec.access.template"
        label={t("template")}
        hint={t("templateHint")}
        isMono
      />
      <div className="flex flex-col gap-2 sm:col-span-2">
        <p className="text-sm font-medium">{t("egress")}</p>
        <p className="text-xs text-muted">{t("egressHint")}</p>
        {draft.egress.map((rule, index) => (
          <EgressLine
            key={index}
            rule={rule}
            index={index}
            errorAt={errorAt}
            onChange={(changed) =>
              onChange({ egress: draft.egress.map((old, at) => (at === index ? changed : old)) })
            }
            onRemove={() => onChange({ egress: draft.egress.filter((_, at) => at !== index) })}
          />
        ))}
        <div>
          <Button size="small" onClick={() => onChange({ egress: [...draft.egress, NEW_EGRESS] })}>
            <Plus aria-hidden size={14} />
            {t("egressAdd")}
          </Button>
        </div>
      </div>
    </FieldGroup>
  );
}

interface EgressLineProps {
  readonly rule: EgressDraft;
  readonly index: number;
  readonly errorAt: (path: string) => string | null;
  readonly onChange: (rule: EgressDraft) => void;
  readonly onRemove: () => void;
}

function EgressLine({ rule, index, errorAt, onChange, onRemove }: EgressLineProps) {
  const t = useTranslations("labs");
  const path = `spec.egress.${index}`;
  const parts = [
    { of: "cidr", hint: undefined },
    { of: "except", hint: t("exceptHint") },
    { of: "ports", hint: t("portsHint") },
  ] as const;
  return (
    <div className="flex items-start gap-2">
      <div className="grid flex-1 gap-2 sm:grid-cols-3">
        {parts.map(({ of, hint }) => (
          <Field key={of} label={t(of)} hint={hint} error={errorAt(`${path}.${of}`)}>
            {(control) => (
              <TextInput
                {...control}
                required={of === "cidr"}
                spellCheck={false}
                className="font-mono text-sm"
                value={rule[of]}
                onChange={(event) => onChange({ ...rule, [of]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <IconButton
        icon={Trash2}
        label={t("egressRemove", { number: index + 1 })}
        onClick={onRemove}
        className="mt-6"
      />
    </div>
  );
}
