"use client";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { coursesQuery, labsQuery } from "@/lib/client/queries";
import type { SessionRow } from "@/lib/contracts/sessions";
import { SESSION_STATUSES } from "@/lib/domain/session";
import { Button } from "../ui/button";
import { SearchInput, Select } from "../ui/inputs";
import { SCOPES, type SessionFilterState } from "./use-session-filter";

interface SessionFilterBarProps extends Pick<SessionFilterState, "url" | "setUrl"> {
  readonly rows: readonly SessionRow[];
}

export function SessionFilterBar({ url, setUrl, rows }: SessionFilterBarProps) {
  const t = useTranslations("sessions");
  const status = useTranslations("status");
  const labs = useQuery(labsQuery());
  const courses = useQuery(coursesQuery());
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden" role="search">
      <SearchInput
        label={t("search")}
        value={url.q}
        maxLength={200}
        onChange={(text) => void setUrl({ q: text || null })}
        className="max-w-72 flex-1 basis-48"
      />
      <Select
        aria-label={t("scope")}
        value={url.scope}
        className="w-auto!"
        onChange={(event) =>
          void setUrl({ scope: SCOPES.find((scope) => scope === event.target.value) ?? null })
        }
      >
        {SCOPES.map((scope) => (
          <option key={scope} value={scope}>
            {t(`scopes.${scope}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t("filterStatus")}
        value={url.status ?? ""}
        className="w-auto!"
        onChange={(event) =>
          void setUrl({ status: SESSION_STATUSES.find((one) => one === event.target.value) ?? null })
        }
      >
        <option value="">{t("allStatuses")}</option>
        {SESSION_STATUSES.map((one) => (
          <option key={one} value={one}>
            {status(one)}
          </option>
        ))}
      </Select>
      <RecordSelect
        label={t("filterLab")}
        all={t("allLabs")}
        value={url.lab}
        records={labs.data?.items ?? []}
        onChange={(lab) => void setUrl({ lab })}
      />
      <RecordSelect
        label={t("filterCourse")}
        all={t("allCourses")}
        value={url.course}
        records={courses.data?.items ?? []}
        onChange={(course) => void setUrl({ course })}
      />
      {url.student !== null && (
        <OneStudent
          name={rows.find(({ studentId }) => studentId === url.student)?.studentName ?? null}
          onClear={() => void setUrl({ student: null })}
        />
      )}
    </div>
  );
}

/** A link from elsewhere asked for one student's sessions alone: that is said, and can be undone. */
export function OneStudent({ name, onClear }: { name: string | null; onClear: () => void }) {
  const t = useTranslations("sessions");
  return (
    <Button onClick={onClear} title={t("everyStudent")}>
      {name === null ? t("oneStudent") : t("onlyStudent", { name })}
      <X aria-hidden size={14} />
      <span className="sr-only">{t("everyStudent")}</span>
    </Button>
  );
}

interface RecordSelectProps {
  readonly label: string;
  readonly all: string;
  readonly value: string | null;
  readonly records: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (id: string | null) => void;
}

function RecordSelect({ label, all, value, records, onChange }: RecordSelectProps) {
  return (
    <Select
      aria-label={label}
      value={value ?? ""}
      className="w-auto! max-w-[min(12rem,60vw)]"
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">{all}</option>
      {records.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
