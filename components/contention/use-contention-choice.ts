"use client";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { ContentionChoiceText } from "@/lib/client/queries";
import { useDebounced } from "@/lib/client/use-debounced";

export const SINCE_MINUTES = [15, 60, 360, 1440] as const;
const PARSERS = {
  rollout: parseAsString,
  namespaces: parseAsString.withDefault(""),
  selector: parseAsString.withDefault(""),
  since: parseAsInteger,
  only: parseAsStringLiteral(["all", "labs"]).withDefault("all"),
};

/** Which pods, kept in the URL. Without a word the server takes the latest rollout that it finds. */
export function useContentionChoice() {
  const [url, setUrl] = useQueryStates(PARSERS, { history: "replace" });
  const namespaces = useDebounced(url.namespaces.trim(), 300);
  const selector = useDebounced(url.selector.trim(), 300);
  const choice: ContentionChoiceText = {
    ...(url.rollout ? { rollout: url.rollout } : {}),
    ...(namespaces ? { namespaces } : {}),
    ...(selector ? { selector } : {}),
    ...(url.since ? { sinceMinutes: String(url.since) } : {}),
    ...(url.only === "labs" ? { only: "labs" } : {}),
  };
  return { url, setUrl, choice };
}
export type ContentionChoiceState = ReturnType<typeof useContentionChoice>;
