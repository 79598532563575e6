import { Agent, request } from "node:http";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
}

/** What a pass has under way at most: 8 items, of each a machine's and a Secret's delete. */
const AT_ONCE = 16;
/** As the pass asks for it: without, a Job's delete would leave what it owns behind, which is less work. */
const DELETE_BODY = JSON.stringify({
  kind: "DeleteOptions",
  apiVersion: "v1",
  propagationPolicy: "Background",
});

/**
 * Sends what a pass sent, with nothing between the requests: the pages of each list one after the other, the lists side
 * by side, then everything else as many at once as a pass has under way, on connections that are kept. Answers the
 * milliseconds that it took.
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
  const queue = others.values();
  const work = async () => {
    for (const { method, path } of queue) await send(method, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const tookMs = performance.now() - startMs;
  agent.destroy();
  return tookMs;
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
