"use client";
import {
  acceptDatabase,
  adoptCluster,
  confirmHeld,
  deleteForeignMachine,
  runPass,
  setSwitch,
} from "@/lib/actions/reaper";
import { QUERY, type QueryName } from "../queries";
import { useAction } from "./use-action";

const CHANGES: readonly QueryName[] = [
  QUERY.reaper,
  QUERY.status,
  QUERY.sessions,
  QUERY.session,
  QUERY.backstops,
  QUERY.overview,
  QUERY.me,
];

export const useRunPass = () => useAction((_: void) => runPass(), CHANGES);
export const useConfirmHeld = () => useAction(confirmHeld, CHANGES);
export const useAdoptCluster = () => useAction(adoptCluster, CHANGES);
export const useAcceptDatabase = () => useAction(acceptDatabase, CHANGES);
export const useDeleteForeignMachine = () => useAction(deleteForeignMachine, CHANGES);
export const useSetSwitch = () => useAction(setSwitch, CHANGES);
