"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { meQuery } from "./queries";
import { refusalOf } from "./refusal-error";
import { followFailure, type SeenFailure } from "./still-so";

interface Attempt {
  readonly submittedAt: number;
  readonly error: unknown;
}

/**
 * The error of the student's last attempt while it still tells how things are; null once `situation` is another, once
 * the time has come that a refusal named, or once the connection that was lost is back.
 */
export function useStillSo({ submittedAt, error }: Attempt, situation: string): unknown {
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState<SeenFailure | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const refusal = refusalOf(error);
  const answers = queryClient.getQueryState(meQuery().queryKey)?.dataUpdateCount ?? 0;
  const attempt = error ? submittedAt : null;
  const next = followFailure(seen, attempt, { situation, answers, isLost: refusal === null });
  if (next !== seen) setSeen(next);
  const seconds = refusal?.retryAfterSeconds;
  useEffect(() => {
    if (attempt === null || seconds === undefined) return;
    const timer = setTimeout(() => setOver(attempt), seconds * 1000);
    return () => clearTimeout(timer);
  }, [attempt, seconds]);
  return next?.isSo && over !== attempt ? error : null;
}
