"use client";
import { useTranslations } from "next-intl";
import type { CourseRow } from "@/lib/contracts/people";
import { Button } from "../ui/button";
import { StatusMark } from "../ui/status-mark";
import type { CourseAct } from "./courses-screen";

interface CourseItemProps {
  readonly course: CourseRow;
  readonly isAdmin: boolean;
  readonly onAsk: (act: CourseAct) => void;
}

export function CourseItem({ course, isAdmin, onAsk }: CourseItemProps) {
  const t = useTranslations("courses");
  const actions = useTranslations("actions");
  const instructors = course.members.filter(({ role }) => role === "instructor");
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="flex items-center gap-3 font-semibold">
          {course.name}
          {course.isArchived && (
            <StatusMark tone="muted" shape="square">
              {t("archived")}
            </StatusMark>
          )}
        </h2>
        {course.description && <p className="break-words">{course.description}</p>}
        <p className="text-sm text-muted">
          {t("memberCount", {
            students: course.members.length - instructors.length,
            instructors: instructors.length,
          })}
          {instructors.length > 0 && `: ${instructors.map(({ name }) => name).join(", ")}`}
        </p>
        <p className="text-sm text-muted">
          {t("labCount", { count: course.labs.length })}
          {course.labs.length > 0 && `: ${course.labs.map(({ name }) => name).join(", ")}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onAsk("members")}>{t("editMembers")}</Button>
        <Button onClick={() => onAsk("labs")}>{t("editLabs")}</Button>
        <Button onClick={() => onAsk("edit")}>{actions("edit")}</Button>
        {isAdmin && (
          <Button look="quiet" onClick={() => onAsk("archive")}>
            {t(course.isArchived ? "unarchive" : "archive")}
          </Button>
        )}
      </div>
    </li>
  );
}
