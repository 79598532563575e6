/** The words of "time". */
export type TimeWords = (key: string, values: Readonly<Record<string, number>>) => string;

/** A length of time in words, to two units: 4 min 10 s. */
export function durationText(say: TimeWords, ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 1000) return say("millis", { ms: Math.round(ms) });
  if (seconds < 60) return say("seconds", { seconds });
  if (seconds < 3600) return say("minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  if (seconds < 86_400) {
    return say("hours", { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) });
  }
  return say("days", { days: Math.floor(seconds / 86_400), hours: Math.floor((seconds % 86_400) / 3600) });
}
