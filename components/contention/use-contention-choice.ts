"use client";
import {
  createParser,
  parseAsArrayOf,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from "nuqs";
import { useMemo } from "react";
import type { ContentionChoiceText } from "@/lib/client/queries";
import { useDebounced } from "@/lib/client/use-debounced";
import { MOST_MINUTES } from "@/lib/contracts/contention";

export const SINCE_MINUTES = [15, 60, 360, 1440, MOST_MINUTES] as const;
export const DEFAULT_MINUTES = 60;

export interface ContentionUrl {
  readonly rollout: string | null;
  readonly namespaces: readonly string[];
  readonly selector: string;
  readonly since: number | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly only: "all" | "labs";
}

/** What no window can be is as if it were not there. */
const parseAsMinutes = createParser({
  parse(text) {
    const minutes = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    return minutes >= 1 && minutes <= MOST_MINUTES ? minutes : null;
  },
  serialize: String,
});
const PARSERS = {
  rollout: parseAsString,
  namespaces: parseAsArrayOf(parseAsString).withDefault([]),
  selector: parseAsString.withDefault(""),
  since: parseAsMinutes,
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
  only: parseAsStringLiteral(["all", "labs"]).withDefault("all"),
};

/**
 * Which pods, kept in the URL: a link shows what its sender saw, and Back takes a choice back. What is typed adds nothing
 * to the history. Without a word the server takes the latest rollout that it finds.
 */
export function useContentionChoice() {
  const [url, setUrl] = useQueryStates(PARSERS, { history: "push" });
  const selector = useDebounced(url.selector.trim(), 300);
  return useMemo(() => ({ url, setUrl, choice: choiceText(url, selector) }), [url, setUrl, selector]);
}
export type ContentionChoiceState = ReturnType<typeof useContentionChoice>;

/** A rollout says which pods by itself; two moments go before a length of time. */
function choiceText(url: ContentionUrl, selector: string): ContentionChoiceText {
  if (url.rollout) return { rollout: url.rollout };
  const { namespaces, from, to, since, only } = url;
  const hasWindow = from !== null || to !== null;
  return {
    ...(namespaces.length > 0 ? { namespaces: namespaces.join(",") } : {}),
    ...(selector ? { selector } : {}),
    ...(from === null ? {} : { fromMs: String(from.getTime()) }),
    ...(to === null ? {} : { toMs: String(to.getTime()) }),
    ...(since === null || hasWindow ? {} : { sinceMinutes: String(since) }),
    ...(only === "labs" ? { only } : {}),
  };
}

/** Whether the pods are chosen one by one, so that no rollout is taken instead. */
export function isScoped({ namespaces, selector, since, from, to, only }: ContentionUrl): boolean {
  return (
    namespaces.length > 0 ||
    selector.trim() !== "" ||
    since !== null ||
    from !== null ||
    to !== null ||
    only === "labs"
  );
}
