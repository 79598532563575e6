"use client";
import { useEffect, useState } from "react";

/**
 * How many parts of a long page are drawn: one at first, and one more after each time that the browser could answer a
 * click or a key. `last`: then all are.
 */
export function useStages(last: number): number {
  const [stage, setStage] = useState(1);
  useEffect(() => {
    if (stage >= last) return;
    const timer = setTimeout(() => setStage(stage + 1));
    return () => clearTimeout(timer);
  }, [stage, last]);
  return stage;
}
