export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
}

const AT_ONCE = 24;

/**
 * Sends what a pass sent, with nothing between the requests: the pages of each list one after the other, the lists side
 * by side, then everything else as many at once as a pass has under way. Answers the milliseconds that it took.
 */
export async function sendBare(
  server: { url: string; token: string },
  requests: readonly RecordedRequest[],
): Promise<number> {
  const headers = { authorization: `Bearer ${server.token}`, accept: "application/json, */*" };
  const send = async (method: string, path: string): Promise<{ metadata?: { continue?: string } }> => {
    const answer = await fetch(server.url + path, { method, headers });
    const text = await answer.text();
    return text === "" ? {} : (JSON.parse(text) as { metadata?: { continue?: string } });
  };
  const lists = requests.filter(({ method, path }) => method === "GET" && path.includes("limit="));
  const firstPages = lists.filter(({ path }) => !path.includes("continue="));
  const others = requests.filter((request) => !lists.includes(request));
  const readAll = async ({ path }: RecordedRequest) => {
    for (let next: string | undefined = path; next !== undefined;) {
      const { metadata }: { metadata?: { continue?: string } } = await send("GET", next);
      const token: string = metadata?.continue ?? "";
      next = token === "" ? undefined : `${path}&continue=${encodeURIComponent(token)}`;
    }
  };
  const startMs = performance.now();
  await Promise.all(firstPages.map(readAll));
  const queue = others.values();
  const work = async () => {
    for (const { method, path } of queue) await send(method, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return performance.now() - startMs;
}
