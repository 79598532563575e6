"use client";
import {
  addPerson,
  changePassword,
  endSignIns,
  resetPassword,
  setPersonActive,
  setPersonRole,
  storeSshKey,
} from "@/lib/actions/people";
import { QUERY, type QueryName } from "../queries";
import { useAction } from "./use-action";

const CHANGES: readonly QueryName[] = [QUERY.people, QUERY.courses, QUERY.sessions, QUERY.session];

export const useAddPerson = () => useAction(addPerson, CHANGES);
export const useResetPassword = () => useAction(resetPassword, CHANGES);
export const useSetPersonActive = () => useAction(setPersonActive, CHANGES);
export const useSetPersonRole = () => useAction(setPersonRole, CHANGES);
export const useEndSignIns = () => useAction(endSignIns, []);
export const useStoreSshKey = () => useAction(storeSshKey, [QUERY.people, QUERY.me, QUERY.status]);
export const useChangePassword = () => useAction(changePassword, []);
