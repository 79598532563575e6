"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { extendSessions } from "@/lib/actions/sessions";
import { extendRows, rollBackRows } from "../optimistic-extend";
import { serverClock } from "../server-clock";
import { cachedExpiries, changeCachedSessions, SESSION_READS } from "../session-cache";
import { inChunks, runAction } from "./use-action";

const KEY = ["extend-sessions"];

/**
 * Extends sessions and shows the new ends at once. What is refused goes back to what it was; the reads are asked again
 * when the last extension under way has settled, so that an answer never undoes a later click.
 */
export function useExtendSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: KEY,
    mutationFn: (ids: readonly string[]) =>
      inChunks(ids, (chunk) => runAction(extendSessions, { ids: chunk })),
    onMutate: async (idList) => {
      const ids = new Set(idList);
      await Promise.all(SESSION_READS.map((name) => queryClient.cancelQueries({ queryKey: [name] })));
      const before = cachedExpiries(queryClient, ids);
      const now = serverClock.snapshot();
      if (now !== "checking") changeCachedSessions(queryClient, (rows) => extendRows(rows, ids, now));
      return { before, shown: cachedExpiries(queryClient, ids) };
    },
    onSuccess: (results, _ids, { before, shown }) => {
      const refused = new Map<string, number>();
      for (const { id, result } of results) {
        const expiresAtMs = before.get(id);
        if (!result.ok && expiresAtMs !== undefined) refused.set(id, expiresAtMs);
      }
      changeCachedSessions(queryClient, (rows) => rollBackRows(rows, refused, shown));
    },
    onError: (_error, _ids, context) => {
      if (!context) return;
      changeCachedSessions(queryClient, (rows) => rollBackRows(rows, context.before, context.shown));
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: KEY }) > 1) return;
      for (const name of SESSION_READS) void queryClient.invalidateQueries({ queryKey: [name] });
    },
  });
}
