"use client";
import { useMemo } from "react";
import { useDuration } from "../ui/time-format";
import { useWords } from "../ui/use-words";
import type { CapacityWords } from "./words";

/** The page's words in the reader's language. */
export function useCapacityWords(): CapacityWords {
  const words = useWords("capacity");
  const duration = useDuration();
  return useMemo(() => ({ ...words, duration }), [words, duration]);
}
