"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAddPerson } from "@/lib/client/mutations/people";
import { coursesQuery } from "@/lib/client/queries";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { Select, TextInput } from "../ui/inputs";
import { useFieldError } from "../ui/reason-text";
import { RefusalNote } from "../ui/refusal-note";
import { Secret } from "../ui/secret";

interface AddPersonDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isAdmin: boolean;
}

/** Adds a person, then shows the password once. */
export function AddPersonDialog({ isOpen, onClose, isAdmin }: AddPersonDialogProps) {
  const t = useTranslations("people");
  const actions = useTranslations("actions");
  const states = useTranslations("states");
  const add = useAddPerson();
  const close = () => {
    add.reset();
    onClose();
  };
  if (add.isSuccess) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={t("addedTitle", { name: add.variables.name })}
        footer={<Button onClick={close}>{states("close")}</Button>}
      >
        <div className="flex flex-col gap-3">
          <p className="text-muted">{add.variables.email}</p>
          {add.data.password === null ? (
            <p>{t("knownAlready")}</p>
          ) : (
            <>
              <Secret text={add.data.password} />
              <p>{t("passwordOnce")}</p>
            </>
          )}
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t("add")}
      isLocked={add.isPending}
      footer={
        <>
          <Button onClick={close} disabled={add.isPending}>
            {actions("cancel")}
          </Button>
          <Button type="submit" form="add-person" look="primary" isBusy={add.isPending}>
            {actions("add")}
          </Button>
        </>
      }
    >
      <AddPersonForm isAdmin={isAdmin} error={add.error} onSubmit={(input) => add.mutate(input)} />
    </Dialog>
  );
}

interface AddPersonFormProps {
  readonly isAdmin: boolean;
  readonly error: unknown;
  readonly onSubmit: (input: Parameters<ReturnType<typeof useAddPerson>["mutate"]>[0]) => void;
}
const ROLES = ["member", "admin"] as const;
const COURSE_ROLES = ["student", "instructor"] as const;

function AddPersonForm({ isAdmin, error, onSubmit }: AddPersonFormProps) {
  const t = useTranslations("people");
  const roleWord = useTranslations("role");
  const courses = useQuery(coursesQuery());
  const fieldError = useFieldError(error);
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<(typeof ROLES)[number]>("member");
  const [courseId, setCourseId] = useState("");
  const [courseRole, setCourseRole] = useState<(typeof COURSE_ROLES)[number]>("student");
  const open = courses.data?.items.filter((course) => !course.isArchived) ?? [];
  return (
    <form
      id="add-person"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ name, email, role, ...(courseId !== "" && { courseId, courseRole }) });
      }}
    >
      <Field label={t("name")} error={fieldError("name")}>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("email")} error={fieldError("email")}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            required
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      {isAdmin && <Choice label={t("role")} value={role} values={ROLES} word={roleWord} onChange={setRole} />}
      <Field label={t("course")} error={fieldError("courseId")}>
        {(control) => (
          <Select
            {...control}
            required={!isAdmin}
            value={courseId}
            onChange={(event) => setCourseId(event.target.value)}
          >
            <option value="">{t("noCourse")}</option>
            {open.map((course) => (
              <option key={course.id} value={course.id}>
                {course.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isAdmin && courseId !== "" && (
        <Choice
          label={t("courseRole")}
          value={courseRole}
          values={COURSE_ROLES}
          word={roleWord}
          onChange={setCourseRole}
        />
      )}
      <RefusalNote error={error} />
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly word: (value: Value) => string;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, values, word, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(event) => onChange(values.find((one) => one === event.target.value) ?? value)}
        >
          {values.map((one) => (
            <option key={one} value={one}>
              {word(one)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
