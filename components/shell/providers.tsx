"use client";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useEffect, useState } from "react";
import { refusalOf } from "@/lib/client/refusal-error";
import { followSignOut } from "@/lib/client/sign-in";
import { useClockWatch } from "@/lib/client/ticking-now";
import { Toasts } from "../ui/toasts";
import { isFormOpen, SignedOutDialog } from "./signed-out-dialog";

export function Providers({ children }: { children: ReactNode }) {
  const [isSignedOut, setSignedOut] = useState(false);
  const [queryClient] = useState(() => createQueryClient(setSignedOut));
  useEffect(followSignOut, []);
  return (
    <QueryClientProvider client={queryClient}>
      <ClockWatch />
      <LateFaces />
      <NuqsAdapter>
        <Toasts>{children}</Toasts>
        <SignedOutDialog isOpen={isSignedOut} />
      </NuqsAdapter>
    </QueryClientProvider>
  );
}

function ClockWatch() {
  useClockWatch();
  return null;
}

/**
 * Chromium leaves boxes in text that was laid out before a fallback face with a unicode-range came, and keeps them for
 * every style that it has seen. Kerning is on anyway: any number turns it on, and a new number is a new style.
 */
function LateFaces() {
  useEffect(() => {
    let comings = 0;
    const layOutAgain = () => {
      comings += 1;
      document.body.style.fontFeatureSettings = `"kern" ${comings}`;
    };
    document.fonts.addEventListener("loadingdone", layOutAgain);
    return () => document.fonts.removeEventListener("loadingdone", layOutAgain);
  }, []);
  return null;
}

function createQueryClient(setSignedOut: (isSignedOut: boolean) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (refusalOf(error)?.code !== "signed-out") return;
        // The page's own guard then sends them to the sign-in.
        if (!isFormOpen()) window.location.reload();
        else setSignedOut(true);
      },
      onSuccess: () => setSignedOut(false),
    }),
    defaultOptions: {
      queries: {
        staleTime: 1000,
        // A refusal is an answer; only a request that was lost is worth another try at once.
        retry: (failures, error) => failures < 1 && refusalOf(error) === null,
        retryDelay: 500,
        // Polling goes on when the browser believes to be offline: the server may well be on this machine.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
