"use client";
import type { ReactNode } from "react";
import { Field } from "../ui/field";
import { Select, TextInput } from "../ui/inputs";
import type { LabDraft } from "./lab-draft";

/** What every group of the form needs: the draft, how to change it, and what is wrong by path. */
export interface LabFieldsProps {
  readonly draft: LabDraft;
  readonly onChange: (change: Partial<LabDraft>) => void;
  readonly errorAt: (path: string) => string | null;
}

type TextKey = {
  [Key in keyof LabDraft]: LabDraft[Key] extends string
    ? string extends LabDraft[Key]
      ? Key
      : never
    : never;
}[keyof LabDraft];

interface TextFieldProps extends LabFieldsProps {
  readonly of: TextKey;
  readonly path: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isRequired?: boolean;
  readonly isMono?: boolean;
}

export function TextField({
  draft,
  onChange,
  errorAt,
  of,
  path,
  label,
  hint,
  isRequired,
  isMono,
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={errorAt(path)}>
      {(control) => (
        <TextInput
          {...control}
          required={isRequired}
          spellCheck={false}
          autoComplete="off"
          className={isMono ? "font-mono text-sm" : undefined}
          value={draft[of]}
          onChange={(event) => onChange({ [of]: event.target.value })}
        />
      )}
    </Field>
  );
}

export function NumberField({
  step = 1,
  min,
  max,
  isRequired = true,
  ...props
}: Omit<TextFieldProps, "isMono"> & { step?: number; min: number; max: number }) {
  const { draft, onChange, errorAt, of, path, label, hint } = props;
  return (
    <Field label={label} hint={hint} error={errorAt(path)}>
      {(control) => (
        <TextInput
          {...control}
          type="number"
          inputMode="decimal"
          required={isRequired}
          min={min}
          max={max}
          step={step}
          value={draft[of]}
          onChange={(event) => onChange({ [of]: event.target.value })}
        />
      )}
    </Field>
  );
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly word: (value: Value) => string;
  readonly error: string | null;
  readonly onChange: (value: Value) => void;
}

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  return (
    <Field label={props.label} error={props.error}>
      {(control) => (
        <Select
          {...control}
          value={props.value}
          onChange={(event) =>
            props.onChange(props.values.find((value) => value === event.target.value) ?? props.value)
          }
        >
          {props.values.map((value) => (
            <option key={value} value={value}>
              {props.word(value)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-x-4 gap-y-3 border-t pt-3 sm:grid-cols-2">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden className="text-sm font-semibold text-muted sm:col-span-2">
        {title}
      </p>
      {children}
    </fieldset>
  );
}
