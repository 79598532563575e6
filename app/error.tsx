"use client";
import { CrashScreen } from "@/components/shell/crash-screen";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <CrashScreen reference={error.digest ?? null} onRetry={reset} />;
}
