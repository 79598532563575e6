import type { ApiClient, RequestTally } from "./api-request";
import { ClusterError } from "./cluster-error";
import { isRecord, type Json, record, text } from "./translate/fields";

export interface WholeList<T> {
  readonly items: readonly T[];
  /** The earliest Date header of its pages. */
  readonly dateMs: number;
  /** What a watch goes on from; "" where the server told none. */
  readonly resourceVersion: string;
}

const PAGE_SIZE = 500;
const MAX_BEGINNINGS = 3;

/** How a collection is read. */
export interface ListOptions<T> {
  /** Each page is told in our words as it comes, so that what the API server wrote need not be held until the last. */
  readonly translate: (item: Json) => T;
  readonly signal?: AbortSignal;
  readonly tally?: RequestTally;
  /** Objects a page; 500 where left out. */
  readonly pageSize?: number;
}

/**
 * All pages of one collection, or an error: never a part. Sent without resourceVersion; a 410 in mid-list begins
 * again, at most twice, since "the rest from later" would be no one moment's list (design law 7).
 */
export async function listObjects<T>(
  api: ApiClient,
  path: string,
  options: ListOptions<T>,
): Promise<WholeList<T>> {
  for (let beginning = 1; ; beginning += 1) {
    try {
      return await listOnce(api, path, options);
    } catch (error) {
      const isExpired = error instanceof ClusterError && error.code === "gone";
      if (!isExpired || beginning === MAX_BEGINNINGS) throw error;
    }
  }
}

async function listOnce<T>(api: ApiClient, path: string, options: ListOptions<T>): Promise<WholeList<T>> {
  const items: T[] = [];
  const limit = String(options.pageSize ?? PAGE_SIZE);
  let dateMs = Number.POSITIVE_INFINITY;
  let next = "";
  let resourceVersion = "";
  do {
    const query: Record<string, string> = next === "" ? { limit } : { limit, continue: next };
    const answer = await api.send({
      method: "GET",
      path,
      query,
      signal: options.signal,
      tally: options.tally,
    });
    const page = readPage(answer.body);
    if (answer.dateMs === null) throw incomplete("The answer has no Date");
    if (page.next !== "" && page.next === next)
      throw incomplete("The list goes on with the same page for ever");
    dateMs = Math.min(dateMs, answer.dateMs);
    for (const item of page.items) items.push(options.translate(item));
    // The first page's: what a watch then tells twice does no harm, what it would leave out does.
    if (next === "") resourceVersion = page.resourceVersion;
    next = page.next;
  } while (next !== "");
  return { items, dateMs, resourceVersion };
}

/** A page must be a list of objects; anything else that came with 200 tells nothing about what is there. */
function readPage(body: unknown): {
  readonly items: readonly Json[];
  readonly next: string;
  readonly resourceVersion: string;
} {
  if (!isRecord(body) || !text(body.kind).endsWith("List") || !Array.isArray(body.items)) {
    throw incomplete("The answer is no list");
  }
  if (!body.items.every(isRecord)) throw incomplete("The list holds something that is no object");
  const metadata = record(body.metadata);
  return {
    items: body.items,
    next: text(metadata.continue),
    resourceVersion: text(metadata.resourceVersion),
  };
}

function incomplete(message: string): ClusterError {
  return new ClusterError("incomplete", 200, message);
}
