"use client";
import { useTranslations } from "next-intl";
import { type CsvCell, saveCsv, toCsv } from "@/lib/client/csv";
import type { SessionRow } from "@/lib/contracts/sessions";

/** Saves sessions as CSV: every row of the list in its order, times as ISO 8601 in UTC. */
export function useSessionCsv(): (rows: readonly SessionRow[]) => void {
  const t = useTranslations("sessions.column");
  const times = useTranslations("session");
  return (rows) => {
    const header = [
      t("id"),
      t("status"),
      t("student"),
      t("email"),
      t("lab"),
      t("course"),
      t("started"),
      t("expires"),
      times("claimed"),
      times("over"),
      times("gone"),
      t("machines"),
      t("node"),
      t("address"),
      t("attempts"),
    ];
    saveCsv(`curfew-sessions-${new Date().toISOString().slice(0, 10)}.csv`, toCsv(header, rows.map(csvRow)));
  };
}

function csvRow(row: SessionRow): CsvCell[] {
  return [
    row.id,
    row.status,
    row.studentName,
    row.studentEmail,
    row.labName,
    row.courseName,
    iso(row.startedAtMs),
    iso(row.expiresAtMs),
    iso(row.claimedAtMs),
    iso(row.overAtMs),
    iso(row.goneAtMs),
    row.machines.map(({ name, state }) => `${name}:${state}`).join(" "),
    row.machines
      .map(({ lastNode }) => lastNode ?? "")
      .join(" ")
      .trim(),
    row.machines
      .map(({ address }) => address ?? "")
      .join(" ")
      .trim(),
    row.attempts,
  ];
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
