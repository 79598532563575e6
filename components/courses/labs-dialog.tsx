"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSetCourseLabs } from "@/lib/client/mutations/courses";
import { labsQuery } from "@/lib/client/queries";
import type { CourseRow } from "@/lib/contracts/people";
import { FormDialog } from "../ui/form-dialog";
import { CheckBox } from "../ui/inputs";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { useTell } from "../ui/toasts";

/** Which labs the course's students may start. */
export function LabsDialog({ course, onClose }: { course: CourseRow; onClose: () => void }) {
  const t = useTranslations("courses");
  const tell = useTell();
  const labs = useQuery(labsQuery());
  const save = useSetCourseLabs();
  const [seen] = useState(() => course.labs.map(({ id }) => id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(seen));
  const { id, name } = course;
  const onSuccess = () => {
    tell("ok", t("saved", { name }));
    onClose();
  };
  const toggle = (labId: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(labId);
    else next.delete(labId);
    setChosen(next);
  };
  return (
    <FormDialog
      title={t("labsOf", { name })}
      onClose={onClose}
      onSubmit={() => save.mutate({ id, labIds: [...chosen], seen }, { onSuccess })}
      isBusy={save.isPending}
      error={save.error}
    >
      <QueryView query={labs} skeleton={<Skeleton className="h-40" />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">{t("noLabs")}</p>
          ) : (
            <ul>
              {items.map((lab) => (
                <li key={lab.id}>
                  <label className="flex min-h-9 items-center gap-3">
                    <CheckBox
                      checked={chosen.has(lab.id)}
                      onChange={(event) => toggle(lab.id, event.target.checked)}
                    />
                    <span>
                      {lab.name} <span className="font-mono text-sm text-muted">{lab.slug}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </FormDialog>
  );
}
