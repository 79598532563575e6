import http from "node:http";
import type { AddressInfo } from "node:net";

/** A request that got no answer from a replica; the caller got 502. */
export interface Lost {
  readonly port: number;
  readonly what: string;
  /** ECONNREFUSED: it never got there. */
  readonly code: string;
}

interface Exchange {
  readonly asked: http.IncomingMessage;
  readonly answer: http.ServerResponse;
  readonly body: Buffer;
}

/** Stands before the replicas as an ingress does. */
export interface FrontProxy {
  readonly url: string;
  /** From now on these get requests, in turn. What is under way goes on. */
  route(ports: readonly number[]): void;
  /** How many requests a replica has answered. */
  answeredBy(port: number): number;
  readonly lost: readonly Lost[];
  close(): Promise<void>;
}

/**
 * Round robin over kept connections, telling whom it serves in X-Forwarded-For. A GET whose connection is refused goes
 * to a replica that has not refused it yet; nothing else is sent twice, since it may have been carried out.
 */
export async function startFrontProxy(): Promise<FrontProxy> {
  const agent = new http.Agent({ keepAlive: true });
  const answered = new Map<number, number>();
  const lost: Lost[] = [];
  let ports: readonly number[] = [];
  let turn = 0;

  const forward = ({ asked, answer, body }: Exchange, refused: readonly number[] = []) => {
    // Not "the next in turn": other requests move the turn on, to a replica that this one has tried.
    const left = ports.filter((port) => !refused.includes(port));
    const port = left[turn++ % left.length] ?? 0;
    const { method, url, headers } = asked;
    const sent = { ...headers, "x-forwarded-for": asked.socket.remoteAddress ?? "" };
    const fail = (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.message;
      const tried = [...refused, port];
      if (code === "ECONNREFUSED" && method === "GET" && ports.some((each) => !tried.includes(each))) {
        forward({ asked, answer, body }, tried);
        return;
      }
      lost.push({ port, what: `${method} ${url}`, code });
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    };
    http
      .request({ host: "127.0.0.1", port, method, path: url, headers: sent, agent }, (got) => {
        got.once("error", fail);
        got.once("end", () => answered.set(port, (answered.get(port) ?? 0) + 1));
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      })
      .once("error", fail)
      .end(body);
  };

  const server = await listen((asked, answer) => {
    const send = (parts: Buffer[]) => forward({ asked, answer, body: Buffer.concat(parts) });
    void asked.toArray().then(send, () => answer.destroy());
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    route: (given) => void (ports = given),
    answeredBy: (port) => answered.get(port) ?? 0,
    lost,
    async close() {
      agent.destroy();
      await closeNow(server);
    },
  };
}

async function listen(listener: http.RequestListener): Promise<http.Server> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function closeNow(server: http.Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
