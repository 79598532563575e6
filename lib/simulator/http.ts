import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { authenticate } from "./access";
import type { Incoming } from "./api";
import { ApiError, PlainError, tooLarge } from "./api-error";
import { handleControl } from "./control-api";
import { jsonOfProtobuf } from "./decoding/protobuf";
import { publicPath } from "./discovery";
import type { FaultAct } from "./faults";
import { mediaTypeOf } from "./reply";
import type { Reply } from "./reply";
import type { Simulator } from "./simulator";

/** Of a request (kube-apiserver, MaxRequestBodyBytes). */
export const MOST_BODY_BYTES = 3 * 1024 * 1024;
const REASONS: Record<number, string> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  410: "Expired",
  422: "Invalid",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};

/** Answers HTTP for a simulator; `afterChange` is called when a request may have changed something. */
export function listener(simulator: Simulator, afterChange: () => void): RequestListener {
  return (request, response) => {
    serve(simulator, request, response, afterChange).catch((error: unknown) => {
      if (!response.headersSent) send(simulator, response, replyOf(error));
      else response.destroy();
    });
  };
}

async function serve(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
  afterChange: () => void,
): Promise<void> {
  const url = urlOf(request.url ?? "/");
  const { body, headers } = await readBody(request);
  const method = request.method ?? "GET";
  const open = publicPath(url.pathname);
  if (open) return send(simulator, response, open);
  const caller = authenticate(request.headers.authorization, simulator.tokens, simulator.nowMs());
  const incoming: Incoming = { method, url, headers, body, caller };
  if (url.pathname.startsWith("/simulator/")) {
    const reply = handleControl(simulator, incoming);
    afterChange();
    return send(simulator, response, reply);
  }
  const record = simulator.record({ method, path: url.pathname + url.search, user: caller.user });
  response.on("finish", () => (record.status = response.statusCode));
  const act = simulator.faults.strike(method, url.pathname + url.search, nameIn(incoming));
  if (act && "hang" in act) return;
  if (act && "waitMs" in act) await new Promise((resolve) => setTimeout(resolve, act.waitMs));
  const reply = act && "status" in act ? failure(act) : answer(simulator, incoming, response, act);
  afterChange();
  if (act && "dropAfterHandling" in act) return void response.destroy();
  if (reply)
    send(simulator, response, reply, act && "cutBodyAtBytes" in act ? act.cutBodyAtBytes : undefined);
}

function answer(
  simulator: Simulator,
  incoming: Incoming,
  response: ServerResponse,
  act: FaultAct | undefined,
): Reply | null {
  try {
    const empty = act && "emptyList" in act ? simulator.api.emptyList(incoming) : null;
    setCommonHeaders(simulator, response);
    return empty ?? simulator.api.handle(incoming, response);
  } catch (error) {
    return replyOf(error);
  }
}

function failure(act: Extract<FaultAct, { status: number }>): Reply {
  const reason = act.reason ?? REASONS[act.status] ?? "InternalError";
  const details =
    act.retryAfterSeconds === undefined ? undefined : { retryAfterSeconds: act.retryAfterSeconds };
  return replyOf(
    new ApiError(act.status, reason, act.message ?? "a fault was ordered for this request", details),
  );
}

function replyOf(error: unknown): Reply {
  if (error instanceof PlainError) {
    return { status: error.code, text: error.body, contentType: "text/plain; charset=utf-8" };
  }
  const message = error instanceof Error ? error.message : String(error);
  const known =
    error instanceof ApiError
      ? error
      : new ApiError(500, "InternalError", `Internal error occurred: ${message}`);
  const seconds = known.details?.retryAfterSeconds;
  const headers = seconds === undefined ? undefined : { "Retry-After": String(seconds) };
  return { status: known.code, body: known.toStatus(), headers };
}

function setCommonHeaders(simulator: Simulator, response: ServerResponse): void {
  response.setHeader("Date", new Date(simulator.nowMs()).toUTCString());
  response.setHeader("Audit-Id", randomUUID());
  response.setHeader("Cache-Control", "no-cache, private");
}

function send(simulator: Simulator, response: ServerResponse, reply: Reply, cutAtBytes?: number): void {
  if (response.destroyed) return;
  const body = Buffer.from(reply.text ?? JSON.stringify(reply.body));
  setCommonHeaders(simulator, response);
  const type = reply.contentType ?? "application/json";
  if (type !== "") response.setHeader("Content-Type", type);
  response.setHeader("Content-Length", body.length);
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  response.writeHead(reply.status);
  if (cutAtBytes === undefined || cutAtBytes >= body.length) return void response.end(body);
  // The length promised is the whole one: the client must notice that the rest never comes.
  response.write(body.subarray(0, cutAtBytes), () => response.destroy());
}

/** Throws the 400 of Go's HTTP server for a path that does not parse. */
function urlOf(path: string): URL {
  try {
    const url = new URL(`http://localhost${path}`);
    decodeURIComponent(url.pathname);
    return url;
  } catch {
    throw new PlainError(400, "400 Bad Request");
  }
}

/** The object's name for faults: from the path, or for a create from the body. */
function nameIn({ method, url, body }: Incoming): string {
  const parts = url.pathname.split("/").filter((part) => part !== "");
  const start = parts[0] === "api" ? 2 : 3;
  const rest = parts.slice(start);
  const name = rest[0] === "namespaces" && rest.length > 2 ? rest[3] : rest[1];
  if (name !== undefined || method !== "POST") return name ?? "";
  try {
    const sent = JSON.parse(body) as { metadata?: { name?: string; generateName?: string } };
    return sent.metadata?.name ?? sent.metadata?.generateName ?? "";
  } catch {
    return "";
  }
}

/** A body that is too long is read to its end and not kept: to stop in the midst of it would cut the answer off too. */
async function readBody(request: IncomingMessage): Promise<Pick<Incoming, "body" | "headers">> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= MOST_BODY_BYTES) chunks.push(chunk as Buffer);
  }
  if (size > MOST_BODY_BYTES) throw tooLarge(`limit is ${MOST_BODY_BYTES}`);
  const body = Buffer.concat(chunks);
  const isProtobuf = mediaTypeOf(request.headers) === "application/vnd.kubernetes.protobuf";
  const asJson = isProtobuf ? jsonOfProtobuf(body) : null;
  return asJson === null
    ? { body: body.toString("utf8"), headers: request.headers }
    : { body: asJson, headers: { ...request.headers, "content-type": "application/json" } };
}
