import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import type { CapacityAnswer, CapacityQuery, FitAnswer, FitQuery } from "@/lib/contracts/capacity";
import type {
  ContentionAnswer,
  ContentionQuery,
  ContentionWhatIfAnswer,
  ContentionWhatIfQuery,
  LastLinesAnswer,
} from "@/lib/contracts/contention";
import type { DoctorAnswer } from "@/lib/contracts/doctor";
import type { LabList } from "@/lib/contracts/labs";
import type { CourseList, PersonList } from "@/lib/contracts/people";
import type { PreviewAnswer, ReaperView } from "@/lib/contracts/reaper";
import type { BackstopsAnswer, SessionAnswer, SessionList, SessionListQuery } from "@/lib/contracts/sessions";
import type { AuditAnswer, OverviewAnswer, StatusAnswer, StudentAnswer } from "@/lib/contracts/status";
import type { ContainerRef } from "@/lib/domain/contention/last-lines";
import { fetchJson } from "./fetch-json";

const SECOND = 1000;

/** The first part of every key: what a mutation names when it says what has changed. */
export const QUERY = {
  status: "status",
  overview: "overview",
  sessions: "sessions",
  session: "session",
  backstops: "backstops",
  labs: "labs",
  people: "people",
  courses: "courses",
  reaper: "reaper",
  preview: "preview",
  me: "me",
  audit: "audit",
  capacity: "capacity",
  contention: "contention",
  doctor: "doctor",
  oneTimePassword: "one-time-password",
} as const;
export type QueryName = (typeof QUERY)[keyof typeof QUERY];

export const statusQuery = () =>
  queryOptions({
    queryKey: [QUERY.status],
    queryFn: ({ signal }) => fetchJson<StatusAnswer>("/api/status", signal),
    refetchInterval: 10 * SECOND,
  });

export const overviewQuery = () =>
  queryOptions({
    queryKey: [QUERY.overview],
    queryFn: ({ signal }) => fetchJson<OverviewAnswer>("/api/overview", signal),
    refetchInterval: 10 * SECOND,
  });

/** What is typed into the what-if form: text, "" where nothing is changed. */
export type WhatIfDraft = Partial<Record<keyof CapacityQuery, string>>;
export const capacityOf = (whatIf: WhatIfDraft = {}) =>
  queryOptions({
    queryKey: [QUERY.capacity, whatIf],
    queryFn: ({ signal }) => fetchJson<CapacityAnswer>(`/api/capacity${asQuery({ ...whatIf })}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 10 * SECOND,
  });
export const labFitQuery = (size: Readonly<Record<keyof FitQuery, string>>) =>
  queryOptions({
    queryKey: [QUERY.capacity, "fit", size],
    queryFn: ({ signal }) => fetchJson<FitAnswer>(`/api/capacity/fit${asQuery(size)}`, signal),
    placeholderData: keepPreviousData,
  });

/** A choice as the address bar and the form have it: text, "" where nothing is chosen. */
export type ContentionChoiceText = Partial<Record<keyof ContentionQuery, string>>;
export const contentionOf = (choice: ContentionChoiceText) =>
  queryOptions({
    queryKey: [QUERY.contention, choice],
    queryFn: ({ signal }) => fetchJson<ContentionAnswer>(`/api/contention${asQuery({ ...choice })}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      (state.data?.report.pods.length ?? 0) > LONG_LIST ? 60 * SECOND : 10 * SECOND,
  });
/** Asked for by a person only: each is a request that a kubelet answers. */
export const lastLinesOf = (of: readonly ContainerRef[]) =>
  queryOptions({
    queryKey: [QUERY.contention, "last-lines", of],
    queryFn: ({ signal }) => {
      const text = of.map(({ namespace, pod, container }) => `${namespace}/${pod}/${container}`).join(",");
      return fetchJson<LastLinesAnswer>(`/api/contention/last-lines${asQuery({ of: text })}`, signal);
    },
  });
export type ContentionChangeText = Partial<
  Record<Exclude<keyof ContentionWhatIfQuery, keyof ContentionQuery>, string>
>;
export const contentionWhatIfOf = (choice: ContentionChoiceText, change: ContentionChangeText) =>
  queryOptions({
    queryKey: [QUERY.contention, "what-if", choice, change],
    queryFn: ({ signal }) =>
      fetchJson<ContentionWhatIfAnswer>(
        `/api/contention/what-if${asQuery({ ...choice, ...change })}`,
        signal,
      ),
    placeholderData: keepPreviousData,
  });

export type SessionFilter = Partial<SessionListQuery>;
export const sessionsQuery = (filter: SessionFilter) =>
  queryOptions({
    queryKey: [QUERY.sessions, filter],
    queryFn: ({ signal }) => fetchJson<SessionList>(`/api/sessions${asQuery({ ...filter })}`, signal),
    refetchInterval: (query) => refreshMs(query.state.data),
    placeholderData: keepPreviousData,
  });

const LONG_LIST = 1_000;

/** Thousands of rows are megabytes, and hardly any of them changes: they are asked for less often. Milliseconds. */
export function refreshMs(list: Pick<SessionList, "items"> | undefined): number {
  return (list?.items.length ?? 0) > LONG_LIST ? 60 * SECOND : 5 * SECOND;
}

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: [QUERY.session, id],
    queryFn: ({ signal }) => fetchJson<SessionAnswer>(`/api/sessions/${encodeURIComponent(id)}`, signal),
    refetchInterval: 5 * SECOND,
  });

/** Each asks the cluster for the session's Job and machines. */
export const backstopsQuery = (id: string) =>
  queryOptions({
    queryKey: [QUERY.backstops, id],
    queryFn: ({ signal }) =>
      fetchJson<BackstopsAnswer>(`/api/sessions/${encodeURIComponent(id)}/backstops`, signal),
    refetchInterval: 30 * SECOND,
  });

export const labsQuery = () =>
  queryOptions({
    queryKey: [QUERY.labs],
    queryFn: ({ signal }) => fetchJson<LabList>("/api/labs", signal),
    refetchInterval: 30 * SECOND,
  });

export const peopleQuery = () =>
  queryOptions({
    queryKey: [QUERY.people],
    queryFn: ({ signal }) => fetchJson<PersonList>("/api/people", signal),
    refetchInterval: 30 * SECOND,
  });

export const coursesQuery = () =>
  queryOptions({
    queryKey: [QUERY.courses],
    queryFn: ({ signal }) => fetchJson<CourseList>("/api/courses", signal),
    refetchInterval: 30 * SECOND,
  });

export const reaperQuery = () =>
  queryOptions({
    queryKey: [QUERY.reaper],
    queryFn: ({ signal }) => fetchJson<ReaperView>("/api/reaper", signal),
    refetchInterval: 5 * SECOND,
  });

/** Asked for by a person only: a preview looks at the whole cluster. */
export const previewQuery = () =>
  queryOptions({
    queryKey: [QUERY.preview],
    queryFn: ({ signal }) => fetchJson<PreviewAnswer>("/api/reaper/preview", signal),
    enabled: false,
    gcTime: 0,
  });

export const meQuery = () =>
  queryOptions({
    queryKey: [QUERY.me],
    queryFn: ({ signal }) => fetchJson<StudentAnswer>("/api/me", signal),
    refetchInterval: 5 * SECOND,
  });

export interface OneTimePassword {
  readonly sessionId: string;
  readonly password: string;
}
/**
 * What the last start told, kept in this tab's memory until it is loaded anew: a look at another page (to store a key,
 * say) must not take the only way into the machine. It is asked of nobody.
 */
export const oneTimePasswordQuery = () =>
  queryOptions<OneTimePassword | null>({
    queryKey: [QUERY.oneTimePassword],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  });

export const auditQuery = (before: string | null) =>
  queryOptions({
    queryKey: [QUERY.audit, before],
    queryFn: ({ signal }) => fetchJson<AuditAnswer>(`/api/audit${asQuery({ before })}`, signal),
    refetchInterval: before === null ? 30 * SECOND : false,
    placeholderData: keepPreviousData,
  });

/** Asked for by a person only: a doctor asks the cluster some fifty questions. */
export const doctorQuery = () =>
  queryOptions({
    queryKey: [QUERY.doctor],
    queryFn: ({ signal }) => fetchJson<DoctorAnswer>("/api/doctor", signal),
  });

function asQuery(params: Readonly<Record<string, string | null | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) search.set(name, value);
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
