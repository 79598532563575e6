"use client";
import { createLab, deleteLab, updateLab } from "@/lib/actions/labs";
import { QUERY, type QueryName } from "../queries";
import { useAction } from "./use-action";

const CHANGES: readonly QueryName[] = [QUERY.labs, QUERY.courses, QUERY.me];

export const useCreateLab = () => useAction(createLab, CHANGES);
export const useUpdateLab = () => useAction(updateLab, CHANGES);
export const useDeleteLab = () => useAction(deleteLab, CHANGES);
