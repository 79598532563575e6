"use client";
import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { PersonRow } from "@/lib/contracts/people";
import type { Me } from "@/lib/contracts/status";
import type { Features } from "../tables/features";
import { StatusMark } from "../ui/status-mark";
import { Ago } from "../ui/times";
import type { AskedOfPerson } from "./person-dialogs";
import { PersonMenu } from "./person-menu";

const helper = createColumnHelper<Features, PersonRow>();

export const PERSON_COLUMNS = [
  "name",
  "email",
  "role",
  "courses",
  "key",
  "state",
  "session",
  "added",
] as const;
type PersonColumn = (typeof PERSON_COLUMNS)[number];
export const PERSON_COLUMNS_SHOWN: readonly PersonColumn[] = [
  "name",
  "email",
  "role",
  "courses",
  "key",
  "state",
  "session",
];

export function usePersonColumns(me: Me, onAsk: (asked: AskedOfPerson) => void) {
  const t = useTranslations("people");
  const role = useTranslations("role");
  return useMemo(() => {
    const head = (id: PersonColumn) => ({ id, header: t(id), meta: { label: t(id) } });
    return helper.columns([
      helper.accessor((person) => person.name, {
        ...head("name"),
        sortFn: "text",
        cell: ({ getValue }) => <span className="font-medium">{getValue()}</span>,
      }),
      helper.accessor((person) => person.email, { ...head("email"), sortFn: "text" }),
      helper.accessor((person) => person.role, { ...head("role"), cell: ({ getValue }) => role(getValue()) }),
      helper.accessor((person) => person.courses.map((course) => course.name).join(", "), {
        ...head("courses"),
        sortFn: "text",
        cell: ({ row }) =>
          row.original.courses.map((course) => `${course.name} (${role(course.role)})`).join(", "),
      }),
      helper.accessor((person) => (person.hasSshKey ? 1 : 0), {
        ...head("key"),
        sortFn: "basic",
        cell: ({ row }) =>
          row.original.hasSshKey ? t("keyYes") : <span className="text-muted">{t("keyNo")}</span>,
      }),
      helper.accessor((person) => (person.isActive ? 1 : 0), {
        ...head("state"),
        sortFn: "basic",
        cell: ({ row }) => (
          <StatusMark
            tone={row.original.isActive ? "ok" : "muted"}
            shape={row.original.isActive ? "disc" : "square"}
          >
            {t(row.original.isActive ? "active" : "inactive")}
          </StatusMark>
        ),
      }),
      helper.accessor((person) => person.blockingSessionId ?? undefined, {
        ...head("session"),
        sortFn: "basic",
        sortUndefined: "last",
        cell: ({ getValue }) => {
          const id = getValue();
          return (
            id && (
              <Link href={`/sessions/${id}`} className="font-mono text-sm text-accent hover:underline">
                {id}
              </Link>
            )
          );
        },
      }),
      helper.accessor((person) => person.createdAtMs, {
        ...head("added"),
        sortFn: "basic",
        cell: ({ getValue }) => <Ago atMs={getValue()} />,
      }),
      helper.display({
        id: "actions",
        enableHiding: false,
        header: () => <span className="sr-only">{t("actions")}</span>,
        cell: ({ row }) => <PersonMenu person={row.original} me={me} onAsk={onAsk} />,
      }),
    ]);
  }, [t, role, me, onAsk]);
}
