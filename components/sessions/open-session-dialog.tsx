"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useStartSession } from "@/lib/client/mutations/sessions";
import { coursesQuery, labsQuery, peopleQuery } from "@/lib/client/queries";
import { Button, buttonClass } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { Select } from "../ui/inputs";
import { RefusalNote } from "../ui/refusal-note";
import { Secret } from "../ui/secret";
import { courseInCommon } from "./course-in-common";

/** Staff open a session for a student; the one-time password, where there is one, is shown once. */
export function OpenSessionDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations("sessions");
  const actions = useTranslations("actions");
  const states = useTranslations("states");
  const start = useStartSession();
  const close = () => {
    start.reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={start.isSuccess ? t("opened") : t("openTitle")}
      isLocked={start.isPending}
      footer={
        start.isSuccess ? (
          <>
            <Button onClick={close}>{states("close")}</Button>
            <Link href={`/sessions/${start.data.id}`} className={buttonClass({ look: "primary" })}>
              {t("goThere")}
            </Link>
          </>
        ) : (
          <>
            <Button onClick={close} disabled={start.isPending}>
              {actions("cancel")}
            </Button>
            <Button type="submit" form="open-session" look="primary" isBusy={start.isPending}>
              {t("openSubmit")}
            </Button>
          </>
        )
      }
    >
      {start.isSuccess ? (
        <OpenedNote password={start.data.oneTimePassword} />
      ) : (
        <OpenForm error={start.error} onSubmit={(input) => start.mutate(input)} />
      )}
    </Dialog>
  );
}

function OpenedNote({ password }: { password: string | null }) {
  const t = useTranslations("sessions");
  if (password === null) return <p>{t("opened")}</p>;
  return (
    <div className="flex flex-col gap-2">
      <p>{t("openedPassword")}</p>
      <Secret text={password} />
    </div>
  );
}

interface OpenFormProps {
  readonly error: unknown;
  readonly onSubmit: (input: { labId: string; studentId: string; courseId?: string }) => void;
}

function OpenForm({ error, onSubmit }: OpenFormProps) {
  const t = useTranslations("sessions");
  const people = useQuery(peopleQuery());
  const labs = useQuery(labsQuery());
  const courses = useQuery(coursesQuery());
  const [studentId, setStudentId] = useState("");
  const [labId, setLabId] = useState("");
  const course = courseInCommon(courses.data?.items ?? [], studentId, labId);
  return (
    <form
      id="open-session"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ labId, studentId, courseId: course?.id });
      }}
    >
      <Field label={t("openStudent")}>
        {(control) => (
          <Select
            {...control}
            required
            value={studentId}
            onChange={(event) => setStudentId(event.target.value)}
          >
            <option value="">{t("openChoose")}</option>
            {people.data?.items
              .filter((person) => person.isActive)
              .map((person) => (
                <option key={person.id} value={person.id} disabled={person.blockingSessionId !== null}>
                  {person.name} ({person.email})
                  {person.blockingSessionId !== null && ` · ${t("openHasSession")}`}
                </option>
              ))}
          </Select>
        )}
      </Field>
      <Field label={t("openLab")} hint={labId && studentId ? (course?.name ?? t("openNoCourse")) : undefined}>
        {(control) => (
          <Select {...control} required value={labId} onChange={(event) => setLabId(event.target.value)}>
            <option value="">{t("openChoose")}</option>
            {labs.data?.items
              .filter((lab) => lab.isEnabled)
              .map((lab) => (
                <option key={lab.id} value={lab.id}>
                  {lab.name}
                </option>
              ))}
          </Select>
        )}
      </Field>
      <RefusalNote error={error ?? people.error ?? labs.error} />
    </form>
  );
}
