"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { Now } from "./create-server-clock";
import { serverClock } from "./server-clock";

const TICK_MS = 200;

/**
 * The database's time, once a second, in epoch milliseconds; "checking" until an answer has told it, and again after
 * the device may have slept. Time left comes from `remaining(expiresAtMs, now)` alone.
 */
export function useNow(): Now {
  return useSyncExternalStore(subscribe, serverClock.snapshot, () => "checking");
}

/**
 * What is shown of that time, so that only a change of it draws anew: a table may hold hundreds of times.
 */
export function useOfNow<Shown extends string | boolean>(of: (now: Now) => Shown): Shown {
  return useSyncExternalStore(
    subscribe,
    () => of(serverClock.snapshot()),
    () => of("checking"),
  );
}

/** Mounted once: doubts the clock whenever the device may have slept, and asks the server again. */
export function useClockWatch(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const askAgain = () => void queryClient.invalidateQueries();
    const doubt = () => {
      serverClock.doubt();
      askAgain();
    };
    const onVisible = () => document.visibilityState === "visible" && doubt();
    const onShow = (event: PageTransitionEvent) => event.persisted && doubt();
    const stopWatching = serverClock.subscribe(() => {
      if (serverClock.snapshot() === "checking" && document.visibilityState === "visible") askAgain();
    });
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("pageshow", onShow);
    window.addEventListener("online", doubt);
    return () => {
      stopWatching();
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("pageshow", onShow);
      window.removeEventListener("online", doubt);
    };
  }, [queryClient]);
}

let listening = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** One interval for the whole page, however many countdowns it shows. */
function subscribe(listener: () => void): () => void {
  const stop = serverClock.subscribe(listener);
  if (listening++ === 0) timer = setInterval(() => serverClock.tick(), TICK_MS);
  return () => {
    stop();
    if (--listening === 0) clearInterval(timer);
  };
}
