import type { QueryClient } from "@tanstack/react-query";
import type { SessionAnswer, SessionList } from "@/lib/contracts/sessions";
import type { StudentAnswer } from "@/lib/contracts/status";
import type { ExtendableRow } from "./optimistic-extend";
import { QUERY } from "./queries";

type Change = <Row extends ExtendableRow>(rows: readonly Row[]) => readonly Row[];

/** Changes a session wherever the cache shows it: lists, its own page, the student's page. */
export function changeCachedSessions(queryClient: QueryClient, change: Change): void {
  queryClient.setQueriesData<SessionList>({ queryKey: [QUERY.sessions] }, (list) =>
    list ? { ...list, items: change(list.items) } : list,
  );
  queryClient.setQueriesData<SessionAnswer>({ queryKey: [QUERY.session] }, (answer) =>
    answer ? { ...answer, session: change([answer.session])[0] ?? answer.session } : answer,
  );
  queryClient.setQueriesData<StudentAnswer>({ queryKey: [QUERY.me] }, (answer) =>
    answer?.session ? { ...answer, session: change([answer.session])[0] ?? answer.session } : answer,
  );
}

/** The ends that the cache shows for these sessions. */
export function cachedExpiries(queryClient: QueryClient, ids: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>();
  changeCachedSessions(queryClient, (rows) => {
    for (const row of rows) if (ids.has(row.id)) found.set(row.id, row.expiresAtMs);
    return rows;
  });
  return found;
}

/** The keys under which sessions are cached. */
export const SESSION_READS = [QUERY.sessions, QUERY.session, QUERY.me, QUERY.overview] as const;
