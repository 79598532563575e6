"use client";
import { claimFirstAdmin } from "@/lib/actions/setup";
import { useAction } from "./use-action";

export const useClaimFirstAdmin = () => useAction(claimFirstAdmin, []);
