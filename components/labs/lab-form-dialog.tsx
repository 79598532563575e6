"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCreateLab, useUpdateLab } from "@/lib/client/mutations/labs";
import { coursesQuery } from "@/lib/client/queries";
import { RefusalError } from "@/lib/client/refusal-error";
import type { LabFormRules, LabRow } from "@/lib/contracts/labs";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { Select } from "../ui/inputs";
import { useFieldError } from "../ui/reason-text";
import { useTell } from "../ui/toasts";
import { AccessFields } from "./access-fields";
import { BasicFields, TimeFields } from "./basic-fields";
import { type LabDraft, NEW_LAB, toDraft, toInput } from "./lab-draft";
import { MachineFields } from "./machine-fields";

interface LabFormDialogProps {
  /** null: a new one. */
  readonly lab: LabRow | null;
  readonly rules: LabFormRules;
  readonly isAdmin: boolean;
  readonly onClose: () => void;
}

/** Every field of a lab. What the server finds wrong is shown at its field. */
export function LabFormDialog({ lab, rules, isAdmin, onClose }: LabFormDialogProps) {
  const t = useTranslations("labs");
  const tell = useTell();
  const [draft, setDraft] = useState<LabDraft>(lab ? toDraft(lab) : NEW_LAB);
  const [seen] = useState(() => lab && toInput(toDraft(lab)));
  const [courseId, setCourseId] = useState("");
  const [typingError, setTypingError] = useState<RefusalError | null>(null);
  const create = useCreateLab();
  const update = useUpdateLab();
  const error = typingError ?? create.error ?? update.error;
  const fieldError = useFieldError(error);
  const errorAt = (path: string) => fieldError(path);
  const onSuccess = () => {
    tell("ok", t("saved", { name: draft.name }));
    onClose();
  };
  const save = () => {
    const read = toInput(draft);
    setTypingError(read.ok ? null : new RefusalError({ code: "invalid", fields: read.fields }));
    if (!read.ok) return;
    if (lab) {
      const { id, version } = lab;
      update.mutate({ ...read.input, id, version, ...(seen?.ok && { seen: seen.input }) }, { onSuccess });
    } else create.mutate({ ...read.input, ...(courseId !== "" && { courseId }) }, { onSuccess });
  };
  const fields = {
    draft,
    errorAt,
    onChange: (change: Partial<LabDraft>) => setDraft((old) => ({ ...old, ...change })),
  };
  return (
    <FormDialog
      title={lab ? t("edit", { name: lab.name }) : t("new")}
      width="wide"
      onClose={onClose}
      onSubmit={save}
      isBusy={create.isPending || update.isPending}
      error={error}
    >
      {lab && lab.liveSessions > 0 && <p className="text-muted">{t("editNote")}</p>}
      {!lab && (
        <CourseField
          value={courseId}
          isRequired={!isAdmin}
          error={errorAt("courseId")}
          onChange={setCourseId}
        />
      )}
      <BasicFields {...fields} />
      <MachineFields {...fields} rules={rules} />
      <AccessFields {...fields} />
      <TimeFields {...fields} rules={rules} />
    </FormDialog>
  );
}

interface CourseFieldProps {
  readonly value: string;
  readonly isRequired: boolean;
  readonly error: string | null;
  readonly onChange: (courseId: string) => void;
}

function CourseField({ value, isRequired, error, onChange }: CourseFieldProps) {
  const t = useTranslations("people");
  const courses = useQuery(coursesQuery());
  return (
    <Field label={t("course")} error={error}>
      {(control) => (
        <Select
          {...control}
          required={isRequired}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{t("noCourse")}</option>
          {courses.data?.items
            .filter((course) => !course.isArchived)
            .map((course) => (
              <option key={course.id} value={course.id}>
                {course.name}
              </option>
            ))}
        </Select>
      )}
    </Field>
  );
}
