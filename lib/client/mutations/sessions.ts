"use client";
import { endSessions, startMachine, startSession } from "@/lib/actions/sessions";
import { QUERY, type QueryName } from "../queries";
import { inChunks, runAction, useAction, useWrite } from "./use-action";

const CHANGES: readonly QueryName[] = [
  QUERY.sessions,
  QUERY.session,
  QUERY.backstops,
  QUERY.me,
  QUERY.overview,
  QUERY.status,
  QUERY.people,
];

export const useStartSession = () => useAction(startSession, CHANGES);
export const useEndSessions = () =>
  useWrite(
    ({ ids }: { ids: readonly string[] }) => inChunks(ids, (chunk) => runAction(endSessions, { ids: chunk })),
    CHANGES,
  );
export const useStartMachine = () => useAction(startMachine, CHANGES);
