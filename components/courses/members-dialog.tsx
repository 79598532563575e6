"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSetCourseMembers } from "@/lib/client/mutations/courses";
import { peopleQuery } from "@/lib/client/queries";
import type { CourseRow } from "@/lib/contracts/people";
import type { CourseRole } from "@/lib/domain/person";
import { FormDialog } from "../ui/form-dialog";
import { SearchInput, Select } from "../ui/inputs";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { useTell } from "../ui/toasts";
import { type Candidate, candidatesOf, matches } from "./candidates";

const ROLES = ["student", "instructor"] as const satisfies readonly CourseRole[];

/** Who is in the course, and as what. */
export function MembersDialog({ course, onClose }: { course: CourseRow; onClose: () => void }) {
  const t = useTranslations("courses");
  const tell = useTell();
  const people = useQuery(peopleQuery());
  const save = useSetCourseMembers();
  const [search, setSearch] = useState("");
  const [seen] = useState(() => course.members.map(({ personId, role }) => ({ personId, role })));
  const [roles, setRoles] = useState<ReadonlyMap<string, CourseRole>>(
    new Map(seen.map(({ personId, role }) => [personId, role])),
  );
  const { id, name } = course;
  const members = [...roles].map(([personId, role]) => ({ personId, role }));
  const onSuccess = () => {
    tell("ok", t("saved", { name }));
    onClose();
  };
  const change = (personId: string, role: CourseRole | null) => {
    const next = new Map(roles);
    if (role) next.set(personId, role);
    else next.delete(personId);
    setRoles(next);
  };
  return (
    <FormDialog
      title={t("membersOf", { name })}
      onClose={onClose}
      onSubmit={() => save.mutate({ id, members, seen }, { onSuccess })}
      isBusy={save.isPending}
      error={save.error}
    >
      <SearchInput label={t("search")} value={search} onChange={setSearch} />
      <QueryView query={people} skeleton={<Skeleton className="h-60" />}>
        {({ items }) => (
          <ul className="max-h-80 min-h-40 overflow-y-auto" tabIndex={0} aria-label={t("members")}>
            {candidatesOf(items, course.members)
              .filter((candidate) => matches(candidate, search))
              .map((candidate) => (
                <MemberLine
                  key={candidate.id}
                  candidate={candidate}
                  role={roles.get(candidate.id) ?? null}
                  onChange={(role) => change(candidate.id, role)}
                />
              ))}
          </ul>
        )}
      </QueryView>
    </FormDialog>
  );
}

interface MemberLineProps {
  readonly candidate: Candidate;
  readonly role: CourseRole | null;
  readonly onChange: (role: CourseRole | null) => void;
}

function MemberLine({ candidate, role, onChange }: MemberLineProps) {
  const t = useTranslations("courses");
  const word = useTranslations("role");
  return (
    <li className="flex min-h-10 items-center justify-between gap-3 border-b last:border-b-0">
      <span className="min-w-0">
        <span className="block truncate font-medium">{candidate.name}</span>
        <span className="block truncate text-sm text-muted">{candidate.email}</span>
      </span>
      <Select
        aria-label={t("roleOf", { name: candidate.name })}
        className="w-40! shrink-0"
        value={role ?? ""}
        onChange={(event) => onChange(ROLES.find((one) => one === event.target.value) ?? null)}
      >
        <option value="">{t("notMember")}</option>
        {ROLES.map((one) => (
          <option key={one} value={one}>
            {word(one)}
          </option>
        ))}
      </Select>
    </li>
  );
}
