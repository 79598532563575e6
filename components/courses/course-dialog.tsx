"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCreateCourse, useUpdateCourse } from "@/lib/client/mutations/courses";
import type { CourseRow } from "@/lib/contracts/people";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { TextArea, TextInput } from "../ui/inputs";
import { useFieldError } from "../ui/reason-text";
import { useTell } from "../ui/toasts";

/** Name and description, of a new course where there is none. */
export function CourseDialog({ course, onClose }: { course: CourseRow | null; onClose: () => void }) {
  const t = useTranslations("courses");
  const tell = useTell();
  const create = useCreateCourse();
  const update = useUpdateCourse();
  const [seen] = useState(course && { name: course.name, description: course.description });
  const [name, setName] = useState(course?.name ?? "");
  const [description, setDescription] = useState(course?.description ?? "");
  const error = create.error ?? update.error;
  const fieldError = useFieldError(error);
  const onSuccess = () => {
    tell("ok", t("saved", { name }));
    onClose();
  };
  const save = () =>
    course
      ? update.mutate({ id: course.id, name, description, ...(seen && { seen }) }, { onSuccess })
      : create.mutate({ name, description }, { onSuccess });
  return (
    <FormDialog
      title={course ? t("edit", { name: course.name }) : t("new")}
      onClose={onClose}
      onSubmit={save}
      isBusy={create.isPending || update.isPending}
      error={error}
    >
      <Field label={t("name")} error={fieldError("name")}>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("description")} error={fieldError("description")}>
        {(control) => (
          <TextArea
            {...control}
            maxLength={2000}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
