"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { coursesQuery } from "@/lib/client/queries";
import type { CourseRow } from "@/lib/contracts/people";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { SkeletonRows } from "../ui/skeleton";
import { ArchiveDialog } from "./archive-dialog";
import { CourseDialog } from "./course-dialog";
import { CourseItem } from "./course-item";
import { LabsDialog } from "./labs-dialog";
import { MembersDialog } from "./members-dialog";

export type CourseAct = "edit" | "labs" | "members" | "archive";
interface Asked {
  readonly act: CourseAct;
  readonly id: string;
}

/** Courses, their labs and their members. Instructors have their own; admins make and archive them. */
export function CoursesScreen({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations("courses");
  const query = useQuery(coursesQuery());
  const [asked, setAsked] = useState<Asked | "new" | null>(null);
  const close = () => setAsked(null);
  const newCourse = isAdmin && (
    <Button look="primary" onClick={() => setAsked("new")}>
      <Plus aria-hidden size={16} />
      {t("new")}
    </Button>
  );
  return (
    <>
      <PageTitle aside={newCourse}>{t("title")}</PageTitle>
      <div className="rounded-md border bg-surface">
        <QueryView query={query} skeleton={<SkeletonRows />}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={t("empty")} hint={t("emptyHint")} />
            ) : (
              <ul>
                {items.map((course) => (
                  <CourseItem
                    key={course.id}
                    course={course}
                    isAdmin={isAdmin}
                    onAsk={(act) => setAsked({ act, id: course.id })}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </div>
      {asked === "new" && <CourseDialog course={null} onClose={close} />}
      {asked !== null && asked !== "new" && (
        <CourseDialogs asked={asked} courses={query.data?.items ?? []} onClose={close} />
      )}
    </>
  );
}

interface CourseDialogsProps {
  readonly asked: Asked;
  readonly courses: readonly CourseRow[];
  readonly onClose: () => void;
}

function CourseDialogs({ asked, courses, onClose }: CourseDialogsProps) {
  const course = courses.find(({ id }) => id === asked.id);
  if (!course) return null;
  switch (asked.act) {
    case "edit":
      return <CourseDialog course={course} onClose={onClose} />;
    case "labs":
      return <LabsDialog course={course} onClose={onClose} />;
    case "members":
      return <MembersDialog course={course} onClose={onClose} />;
    case "archive":
      return <ArchiveDialog course={course} onClose={onClose} />;
  }
}
