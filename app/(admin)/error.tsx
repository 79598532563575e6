"use client";
import { CrashScreen } from "@/components/shell/crash-screen";

export default function AdminError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <CrashScreen reference={error.digest ?? null} onRetry={reset} />;
}
