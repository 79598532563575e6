import "server-only";

/** Where `proxy.ts` writes down which page was asked for, since a layout is not told. */
export const ASKED_PAGE_HEADER = "x-asked-page";

const LONGEST = 2000;
const OURS = "http://ours.invalid";
/** Pages that lead on by themselves, and what is no page. */
const NO_WAY_BACK = ["/", "/sign-in", "/setup"];

/** The sign-in page, from which whoever signs in is led on to the page that they asked for. */
export function signInPath(asked: string | null): string {
  const page = pageOfOurs(asked);
  return page === null ? "/sign-in" : `/sign-in?next=${encodeURIComponent(page)}`;
}

/**
 * A page of this app to be led on to: path and query. null for everything else, above all for another site's address
 * that somebody put into a link of ours.
 */
export function pageOfOurs(text: unknown): string | null {
  if (typeof text !== "string" || text.length > LONGEST || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text))
    return null;
  if (!URL.canParse(text, OURS)) return null;
  const { origin, pathname, search, searchParams } = new URL(text, OURS);
  if (origin !== OURS || pathname.startsWith("//") || pathname.startsWith("/api/")) return null;
  if (NO_WAY_BACK.includes(pathname)) return null;
  // The router's own parameter would get its data where a person wants a page.
  return pathname + (searchParams.has("_rsc") ? "" : search);
}
