"use client";
import { useTranslations } from "next-intl";
import type { LabFormRules } from "@/lib/contracts/labs";
import { Field } from "../ui/field";
import { TextArea } from "../ui/inputs";
import { ChargeNote } from "./charge-note";
import { ChoiceField, FieldGroup, type LabFieldsProps, NumberField, TextField } from "./lab-fields";

const KINDS = ["vm", "pod"] as const;

export function MachineFields(props: LabFieldsProps & { rules: LabFormRules }) {
  const t = useTranslations("labs");
  const { draft, onChange, errorAt, rules } = props;
  const isPod = draft.kind === "pod";
  return (
    <FieldGroup title={t("group.machine")}>
      <ChoiceField
        label={t("kind")}
        value={draft.kind}
        values={KINDS}
        word={(kind) => t(`kinds.${kind}`)}
        error={errorAt("spec.kind")}
        onChange={(kind) => onChange({ kind, ...(kind === "pod" && { diskType: "none" as const }) })}
      />
      <NumberField
        {...props}
        of="machineCount"
        path="spec.machineCount"
        label={t("machineCount")}
        hint={t("machineCountHint", { cap: rules.machineCap })}
        min={1}
        max={8}
      />
      <div className="sm:col-span-2">
        <TextField
          {...props}
          of="image"
          path="spec.image"
          label={t("image")}
          hint={t("imageHint", { prefixes: rules.imagePrefixes.join(", ") })}
          isRequired
          isMono
        />
      </div>
      <NumberField
        {...props}
        of="cpus"
        path="spec.cpus"
        label={t("cpus")}
        min={isPod ? 0.05 : 1}
        max={64}
        step={isPod ? 0.05 : 1}
      />
      <NumberField
        {...props}
        of="memoryMiB"
        path="spec.memoryMiB"
        label={t("memory")}
        min={isPod ? 32 : 128}
        max={262_144}
      />
      <DiskFields {...props} />
      <ChargeNote draft={draft} />
      {isPod ? <PodFields {...props} /> : <CloudInitField {...props} />}
    </FieldGroup>
  );
}

function DiskFields(props: LabFieldsProps) {
  const t = useTranslations("labs");
  const { draft, onChange, errorAt } = props;
  const types =
    draft.kind === "pod" ? (["none", "scratch"] as const) : (["none", "scratch", "clone"] as const);
  return (
    <>
      <ChoiceField
        label={t("disk")}
        value={draft.diskType}
        values={types}
        word={(type) => t(`disks.${type}`)}
        error={errorAt("spec.disk")}
        onChange={(diskType) => onChange({ diskType })}
      />
      {draft.diskType === "none" ? (
        <div aria-hidden />
      ) : (
        <NumberField
          {...props}
          of="diskMiB"
          path="spec.disk.sizeMiB"
          label={t("diskSize")}
          min={16}
          max={1_048_576}
        />
      )}
      {draft.diskType === "clone" && (
        <>
          <TextField
            {...props}
            of="sourcePvc"
            path="spec.disk.sourcePvc"
            label={t("sourcePvc")}
            isRequired
            isMono
          />
          <TextField
            {...props}
            of="sourceNamespace"
            path="spec.disk.sourceNamespace"
            label={t("sourceNamespace")}
            hint={t("sourceNamespaceHint")}
            isMono
          />
        </>
      )}
    </>
  );
}

function PodFields(props: LabFieldsProps) {
  const t = useTranslations("labs");
  return (
    <>
      <NumberField
        {...props}
        of="ephemeralMiB"
        path="spec.ephemeralMiB"
        label={t("ephemeral")}
        min={16}
        max={1_048_576}
      />
      <TextField
        {...props}
        of="capabilities"
        path="spec.capabilities"
        label={t("capabilities")}
        hint={t("capabilitiesHint")}
        isMono
      />
    </>
  );
}

function CloudInitField({ draft, onChange, errorAt }: LabFieldsProps) {
  const t = useTranslations("labs");
  return (
    <div className="sm:col-span-2">
      <Field label={t("cloudInit")} hint={t("cloudInitHint")} error={errorAt("spec.cloudInit")}>
        {(control) => (
          <TextArea
            {...control}
            rows={5}
            spellCheck={false}
            className="font-mono text-sm"
            value={draft.cloudInit}
            onChange={(event) => onChange({ cloudInit: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
