import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Faults, type FaultAct, type FaultOrder } from "@/lib/simulator/faults";
import type { Answer, Upstream } from "./test-upstream";

/** A permission taken away, as RBAC would. */
export interface Denial {
  readonly verb: "create" | "delete" | "get" | "list";
  readonly group: string;
  readonly resource: string;
}
export interface SeenRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** null: not answered. */
  readonly status: number | null;
}

/** Stands before an API server, real or simulated, and does to its answers what is ordered. */
export interface FaultProxy {
  readonly url: string;
  /** Answers the fault's id. Of two that match, the earlier strikes. */
  fault(order: FaultOrder): string;
  clearFaults(id?: string): void;
  deny(denials: readonly Denial[]): void;
  /** All that came through, in the order in which it came. */
  requests(): SeenRequest[];
  /** What the server, not a fault, has refused for want of a right, in its words. */
  refusals(): string[];
  /** The server's clock, as its Date tells it, is so many ms further on; each time anew. */
  shiftClock(ms: number): void;
  resetClock(): void;
  close(): Promise<void>;
}

const METHODS = { create: "POST", delete: "DELETE", get: "GET", list: "GET" } as const;
const REASONS: Readonly<Record<number, string>> = {
  403: "Forbidden",
  409: "Conflict",
  410: "Expired",
  422: "Invalid",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
};
/** What belongs to one connection, or is the proxy's own to say. */
const NOT_PASSED_ON = [
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "host",
  "authorization",
  "accept-encoding",
];

/** On a free port of 127.0.0.1, without TLS; whoever asks is let through with the upstream's own sign-in. */
export async function startFaultProxy(upstream: Upstream): Promise<FaultProxy> {
  const faults = new Faults();
  const seen: { method: string; path: string; status: number | null }[] = [];
  const denials: string[] = [];
  const refusals: string[] = [];
  const clock = { shiftMs: 0 };
  const server = createServer((request, response) => {
    const { method = "GET", url: path = "/" } = request;
    const record = { method, path, status: null as number | null };
    seen.push(record);
    response.once("finish", () => (record.status = response.statusCode));
    serve({ upstream, faults, clock, refusals }, request, response).catch(() => response.destroy());
  });
  // A DELETE that meets a connection just closed for idleness is not sent again: that fault is not on order.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    fault: (order) => faults.add(order),
    clearFaults: (id) => faults.remove(id),
    deny(wanted) {
      for (const id of denials.splice(0)) faults.remove(id);
      denials.push(...wanted.map((denial) => faults.add(refusalOf(denial))));
    },
    requests: () => [...seen],
    refusals: () => [...refusals],
    shiftClock: (ms) => void (clock.shiftMs += ms),
    resetClock: () => void (clock.shiftMs = 0),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refusalOf({ verb, group, resource }: Denial): FaultOrder {
  const root = group === "" ? "/api" : `/apis/${group}`;
  const isCollection = verb === "create" || verb === "list";
  return {
    match: {
      method: METHODS[verb],
      path: `^${root}/[^?]*/${resource}${isCollection ? "(\\?|$)" : "/[^/?]+(\\?|$)"}`,
    },
    act: {
      status: 403,
      message: `${resource} is forbidden: User "tests" cannot ${verb} resource "${resource}" in API group "${group}"`,
    },
  };
}

interface Passage {
  readonly upstream: Upstream;
  readonly faults: Faults;
  readonly clock: { readonly shiftMs: number };
  readonly refusals: string[];
}
/** RBAC's words; a quota refuses with 403 too. */
const MISSING_RIGHT = /User \S+ cannot \w+ (resource|path) /;

async function serve(
  { upstream, faults, clock, refusals }: Passage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", url: path = "/" } = request;
  const body = await readBody(request);
  const act = faults.strike(method, path, nameIn(path, body));
  if (act && "hang" in act) return;
  if (act && "waitMs" in act) await new Promise((resolve) => setTimeout(resolve, act.waitMs));
  if (act && "status" in act) return give(response, refusal(act));
  const answer = await upstream.send({ method, path, headers: passedOn(request.headers), body });
  if (answer.status === 403) refusals.push(...missingRight(answer));
  if (act && "dropAfterHandling" in act) return void response.destroy();
  const given = act && "emptyList" in act ? withoutItems(answer) : answer;
  give(response, shifted(given, clock.shiftMs), act && "cutBodyAtBytes" in act ? act.cutBodyAtBytes : null);
}

function give(response: ServerResponse, answer: Answer, cutAtBytes: number | null = null): void {
  if (response.destroyed) return;
  response.writeHead(answer.status, { ...passedOn(answer.headers), "content-length": answer.body.length });
  if (cutAtBytes === null || cutAtBytes >= answer.body.length) return void response.end(answer.body);
  // The length promised is the whole one: the client must notice that the rest never comes.
  response.write(answer.body.subarray(0, cutAtBytes), () => response.destroy());
}

function refusal({ status, reason, message, retryAfterSeconds }: Extract<FaultAct, { status: number }>) {
  const body = {
    ...{ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: status },
    reason: reason ?? REASONS[status] ?? "InternalError",
    message: message ?? "a fault was ordered for this request",
  };
  const wait = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return {
    status,
    headers: { "content-type": "application/json", ...wait },
    body: Buffer.from(JSON.stringify(body)),
  };
}

function missingRight({ body }: Answer): string[] {
  const { message = "" } = JSON.parse(body.toString()) as { message?: string };
  return MISSING_RIGHT.test(message) ? [message] : [];
}

function withoutItems(answer: Answer): Answer {
  const list = JSON.parse(answer.body.toString()) as { metadata?: { resourceVersion?: string } };
  const metadata = { resourceVersion: list.metadata?.resourceVersion };
  return { ...answer, body: Buffer.from(JSON.stringify({ ...list, metadata, items: [] })) };
}

function shifted(answer: Answer, shiftMs: number): Answer {
  const { date } = answer.headers;
  if (shiftMs === 0 || date === undefined) return answer;
  return {
    ...answer,
    headers: { ...answer.headers, date: new Date(Date.parse(date) + shiftMs).toUTCString() },
  };
}

function passedOn(headers: IncomingMessage["headers"]): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** The object's name: from the path, or for a create from the body. */
function nameIn(path: string, body: string): string {
  const parts = (path.split("?")[0] ?? "").split("/").filter((part) => part !== "");
  const rest = parts.slice(parts[0] === "api" ? 2 : 3);
  const name = rest[0] === "namespaces" && rest.length > 2 ? rest[3] : rest[1];
  if (name !== undefined || body === "") return name ?? "";
  const sent = JSON.parse(body) as { metadata?: { name?: string } };
  return sent.metadata?.name ?? "";
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
