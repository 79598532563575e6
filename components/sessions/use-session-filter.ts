"use client";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { SessionFilter } from "@/lib/client/queries";
import { useDebounced } from "@/lib/client/use-debounced";
import { SESSION_STATUSES } from "@/lib/domain/session";

export const SCOPES = ["live", "over", "all"] as const;
const PARSERS = {
  scope: parseAsStringLiteral(SCOPES).withDefault("live"),
  status: parseAsStringLiteral(SESSION_STATUSES),
  lab: parseAsString,
  course: parseAsString,
  student: parseAsString,
  q: parseAsString.withDefault(""),
};

/** The filter of the sessions page, kept in the URL; what is typed goes to the server once the typing pauses. */
export function useSessionFilter() {
  const [url, setUrl] = useQueryStates(PARSERS, { history: "replace" });
  const q = useDebounced(url.q.trim(), 250);
  const filter: SessionFilter = {
    scope: url.scope,
    status: url.status ?? undefined,
    labId: url.lab ?? undefined,
    courseId: url.course ?? undefined,
    studentId: url.student ?? undefined,
    q: q || undefined,
  };
  const isFiltered = Boolean(url.status ?? url.lab ?? url.course ?? url.student) || url.q !== "";
  const clear = () => void setUrl({ status: null, lab: null, course: null, student: null, q: null });
  return { url, setUrl, filter, isFiltered, clear };
}
export type SessionFilterState = ReturnType<typeof useSessionFilter>;
