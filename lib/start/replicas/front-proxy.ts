import http from "node:http";
import type { AddressInfo } from "node:net";

/** A request that got no answer from a replica; the caller got 502. */
export interface Lost {
  readonly port: number;
  readonly what: string;
  /** ECONNREFUSED: it never got there. */
  readonly code: string;
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
 * to the next replica, once each; nothing else is sent twice, since it may have been carried out.
 */
export async function startFrontProxy(): Promise<FrontProxy> {
  const agent = new http.Agent({ keepAlive: true });
  const answered = new Map<number, number>();
  const lost: Lost[] = [];
  let ports: readonly number[] = [];
  let turn = 0;

  const forward = (asked: http.IncomingMessage, answer: http.ServerResponse, body: Buffer, tries: number) => {
    const port = ports[turn++ % ports.length] ?? 0;
    const { method, url, headers } = asked;
    const sent = { ...headers, "x-forwarded-for": asked.socket.remoteAddress ?? "" };
    const fail = (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.message;
      if (code === "ECONNREFUSED" && method === "GET" && tries + 1 < ports.length) {
        forward(asked, answer, body, tries + 1);
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

  const server = http.createServer((asked, answer) => {
    const parts: Buffer[] = [];
    asked.on("data", (part: Buffer) => parts.push(part));
    asked.on("end", () => forward(asked, answer, Buffer.concat(parts), 0));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    route: (given) => void (ports = given),
    answeredBy: (port) => answered.get(port) ?? 0,
    lost,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
