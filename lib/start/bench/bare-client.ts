import { Agent, request } from "node:http";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
}

/** Items that a pass has under way at most. */
const AT_ONCE = 8;
/** As the pass asks for it: without, a Job's delete would leave what it owns behind, which is less work. */
const DELETE_BODY = JSON.stringify({
  kind: "DeleteOptions",
  apiVersion: "v1",
  propagationPolicy: "Background",
});

/**
 * Sends what a pass sent, with nothing between the requests: the pages of each list one after the other, the lists side
 * by side, then item by item, 8 at once as in a pass, on connections that are kept. Answers the milliseconds that it took.
 */
export async function sendBare(
  server: { url: string; token: string },
  requests: readonly RecordedRequest[],
): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const send = (method: string, path: string) => sendOne(server, agent, { method, path });
  const lists = requests.filter(({ method, path }) => method === "GET" && path.includes("limit="));
  const firstPages = lists.filter(({ path }) => !path.includes("continue="));
  const others = requests.filter((request) => !lists.includes(request));
  const readAll = async ({ path }: RecordedRequest) => {
    for (let next: string | undefined = path; next !== undefined;) {
      const { metadata }: Answer = await send("GET", next);
      const token: string = metadata?.continue ?? "";
      next = token === "" ? undefined : `${path}&continue=${encodeURIComponent(token)}`;
    }
  };
  const startMs = performance.now();
  await Promise.all(firstPages.map(readAll));
  const items = itemsOf(others).values();
  const work = async () => {
    for (const { looks, deletes, job } of items) {
      for (const { method, path } of looks) await send(method, path);
      await Promise.all(deletes.map(({ method, path }) => send(method, path)));
      for (const { method, path } of job) await send(method, path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const tookMs = performance.now() - startMs;
  agent.destroy();
  return tookMs;
}

interface Item {
  readonly looks: RecordedRequest[];
  readonly deletes: RecordedRequest[];
  readonly job: RecordedRequest[];
}

/** What belongs to one session goes as a pass sends it: looks, then machine and Secret side by side, then the Job. */
function itemsOf(requests: readonly RecordedRequest[]): Item[] {
  const items = new Map<string, Item>();
  for (const request of requests) {
    const name = /\/lab-[a-z0-9]+/.exec(request.path)?.[0] ?? request.path;
    const item = items.get(name) ?? { looks: [], deletes: [], job: [] };
    items.set(name, item);
    if (request.method !== "DELETE") item.looks.push(request);
    else (request.path.includes("/jobs/") ? item.job : item.deletes).push(request);
  }
  return [...items.values()];
}

interface Answer {
  readonly metadata?: { readonly continue?: string };
}

function sendOne(
  server: { url: string; token: string },
  agent: Agent,
  { method, path }: RecordedRequest,
): Promise<Answer> {
  const body = method === "DELETE" ? DELETE_BODY : "";
  const headers = {
    authorization: `Bearer ${server.token}`,
    accept: "application/json, */*",
    ...(body === "" ? {} : { "content-type": "application/json", "content-length": body.length }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => void chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve(text === "" ? {} : (JSON.parse(text) as Answer));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
