"use client";
import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { SessionRow } from "@/lib/contracts/sessions";
import { isLive } from "@/lib/domain/states";
import type { Features } from "../tables/features";
import { TimeLeft } from "../ui/countdown";
import { CheckBox } from "../ui/inputs";
import { Ago, At } from "../ui/times";
import { MachinesCell } from "./machines-cell";
import { SessionFlags } from "./session-flags";
import { SessionStatusMark } from "./session-status-mark";

const helper = createColumnHelper<Features, SessionRow>();

export const SESSION_COLUMNS = [
  "status",
  "student",
  "email",
  "lab",
  "course",
  "left",
  "expires",
  "started",
  "over",
  "machines",
  "node",
  "address",
  "attempts",
  "id",
] as const;
export type SessionColumn = (typeof SESSION_COLUMNS)[number];
export const SESSION_COLUMNS_SHOWN: readonly SessionColumn[] = [
  "status",
  "student",
  "lab",
  "course",
  "left",
  "expires",
  "machines",
  "node",
  "id",
];

const nodesOf = (row: SessionRow) => uniqueText(row.machines.map(({ lastNode }) => lastNode));
const addressesOf = (row: SessionRow) => uniqueText(row.machines.map(({ address }) => address));

export function useSessionColumns() {
  const t = useTranslations("sessions");
  return useMemo(() => {
    const head = (id: SessionColumn) => ({
      id,
      header: t(`column.${id}`),
      meta: { label: t(`column.${id}`) },
    });
    const narrow = (id: SessionColumn, maxWidth: string) => ({
      ...head(id),
      meta: { label: t(`column.${id}`), maxWidth },
    });
    const number = (id: SessionColumn) => ({
      ...head(id),
      meta: { label: t(`column.${id}`), isNumeric: true },
    });
    return helper.columns([
      helper.display({
        id: "select",
        enableHiding: false,
        header: ({ table }) => (
          <CheckBox
            aria-label={t("selectAll")}
            checked={table.getIsAllPageRowsSelected()}
            onChange={table.getToggleAllPageRowsSelectedHandler()}
          />
        ),
        cell: ({ row }) => (
          <CheckBox
            aria-label={t("selectRow", { student: row.original.studentName })}
            checked={row.getIsSelected()}
            onChange={row.getToggleSelectedHandler()}
          />
        ),
      }),
      helper.accessor((row) => row.status, {
        ...head("status"),
        cell: ({ row }) => (
          <span className="inline-flex items-center gap-2">
            <SessionStatusMark session={row.original} />
            <SessionFlags session={row.original} />
          </span>
        ),
      }),
      helper.accessor((row) => row.studentName, {
        ...narrow("student", "max-w-44"),
        sortFn: "text",
        cell: ({ row }) => (
          <Link href={`/sessions/${row.original.id}`} className="font-medium text-accent hover:underline">
            {row.original.studentName}
          </Link>
        ),
      }),
      helper.accessor((row) => row.studentEmail, { ...narrow("email", "max-w-52"), sortFn: "text" }),
      helper.accessor((row) => row.labName, { ...narrow("lab", "max-w-52"), sortFn: "text" }),
      helper.accessor((row) => row.courseName ?? undefined, {
        ...narrow("course", "max-w-48"),
        sortFn: "text",
        sortUndefined: "last",
      }),
      helper.accessor((row) => (isLive(row) ? row.expiresAtMs : undefined), {
        ...number("left"),
        sortFn: "basic",
        sortUndefined: "last",
        cell: ({ row }) => isLive(row.original) && <TimeLeft expiresAtMs={row.original.expiresAtMs} />,
      }),
      helper.accessor((row) => row.expiresAtMs, {
        ...number("expires"),
        sortFn: "basic",
        cell: ({ row }) => <At atMs={row.original.expiresAtMs} />,
      }),
      helper.accessor((row) => row.startedAtMs, {
        ...number("started"),
        sortFn: "basic",
        cell: ({ row }) => <Ago atMs={row.original.startedAtMs} />,
      }),
      helper.accessor((row) => row.overAtMs ?? undefined, {
        ...number("over"),
        sortFn: "basic",
        sortUndefined: "last",
        cell: ({ row }) => row.original.overAtMs !== null && <Ago atMs={row.original.overAtMs} />,
      }),
      helper.accessor((row) => row.machines.length, {
        ...head("machines"),
        sortFn: "basic",
        cell: ({ row }) => <MachinesCell session={row.original} />,
      }),
      helper.accessor((row) => nodesOf(row) || undefined, {
        ...narrow("node", "max-w-28"),
        sortFn: "text",
        sortUndefined: "last",
      }),
      helper.accessor((row) => addressesOf(row) || undefined, {
        ...narrow("address", "max-w-32"),
        sortFn: "text",
        sortUndefined: "last",
      }),
      helper.accessor((row) => row.attempts, { ...number("attempts"), sortFn: "basic" }),
      helper.accessor((row) => row.id, {
        ...head("id"),
        sortFn: "basic",
        cell: ({ getValue }) => <span className="font-mono text-sm">{getValue()}</span>,
      }),
    ]);
  }, [t]);
}

function uniqueText(values: readonly (string | null)[]): string {
  return [...new Set(values.filter((value) => value !== null))].join(", ");
}
