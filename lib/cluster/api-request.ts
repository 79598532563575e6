import {
  type HttpMethod,
  IsomorphicFetchHttpLibrary,
  type KubeConfig,
  RequestContext,
  type ResponseContext,
} from "@kubernetes/client-node";
import { failureOf } from "./api-failure";
import { ClusterError } from "./cluster-error";
import { startTimeLimit, type TimeLimit } from "./time-limit";

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** Counted up by each request that is sent. */
  readonly tally?: RequestTally;
}
export interface RequestTally {
  requests: number;
}
export interface ApiAnswer {
  /** The parsed body; null where it was empty. */
  readonly body: unknown;
  /** The answer's Date header, or null. */
  readonly dateMs: number | null;
}

export interface ApiStream {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly dateMs: number | null;
}

/** How long a kept connection's TLS material is trusted, so that a rotated CA or client certificate is read again. */
const DISPATCHER_MS = 5 * 60_000;

/**
 * Every request to the API server goes through here: sign-in by the kubeconfig, one time-out for the whole call
 * (waits included), abort, Retry-After of 429 and 503, and one class for each way to fail. Throws ClusterError only.
 */
export class ApiClient {
  readonly tally: RequestTally = { requests: 0 };
  readonly server: string;
  private readonly baseUrl: string;
  private readonly http = new IsomorphicFetchHttpLibrary();
  private dispatcher: {
    readonly value: ReturnType<RequestContext["getDispatcher"]>;
    readonly untilMs: number;
  } | null = null;

  constructor(
    private readonly config: KubeConfig,
    private readonly timeoutMs: number,
  ) {
    const server = config.getCurrentCluster()?.server ?? "";
    this.baseUrl = server.replace(/\/+$/, "");
    this.server = new URL(server).host;
  }

  async send(request: ApiRequest): Promise<ApiAnswer> {
    const limit = startTimeLimit(this.timeoutMs, request.signal);
    try {
      return await limit.race(this.sendUntilAnswered(request, limit));
    } catch (error) {
      if (limit.signal.aborted) throw limit.signal.reason;
      if (error instanceof ClusterError) throw error;
      throw new ClusterError("network", null, describe(error));
    } finally {
      limit.stop();
    }
  }

  /**
   * A GET whose answer goes on. It must begin within the call's time-out; after that only `signal` ends it, with which
   * reading throws. Nothing is sent twice.
   */
  async open(request: ApiRequest & { readonly signal: AbortSignal }): Promise<ApiStream> {
    const limit = startTimeLimit(this.timeoutMs, request.signal);
    const ending = new AbortController();
    const onEnd = () => ending.abort(request.signal.reason);
    request.signal.addEventListener("abort", onEnd, { once: true });
    try {
      return await limit.race(this.openOnce(request, ending.signal));
    } catch (error) {
      ending.abort();
      request.signal.removeEventListener("abort", onEnd);
      if (limit.signal.aborted) throw limit.signal.reason;
      throw error instanceof ClusterError ? error : new ClusterError("network", null, describe(error));
    } finally {
      limit.stop();
    }
  }

  private async openOnce(request: ApiRequest, signal: AbortSignal): Promise<ApiStream> {
    const context = await this.prepare(request);
    context.setSignal(signal);
    this.tally.requests += 1;
    const response = await this.http.send(context).toPromise();
    if (response.httpStatusCode >= 300) throw refusal(request, response, await readBody(response));
    const body = response.body.stream();
    if (body === null) throw new ClusterError("incomplete", response.httpStatusCode, "The answer is empty");
    return { chunks: body as unknown as AsyncIterable<Uint8Array>, dateMs: dateMs(response) };
  }

  private async sendUntilAnswered(request: ApiRequest, limit: TimeLimit): Promise<ApiAnswer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.sendOnce(request, limit);
      } catch (error) {
        if (limit.signal.aborted) throw error;
        const waitMs = waitBeforeRetry(error, request, tries);
        if (waitMs === null || waitMs >= limit.leftMs()) throw error;
        await limit.wait(waitMs);
      }
    }
  }

  private async sendOnce(request: ApiRequest, limit: TimeLimit): Promise<ApiAnswer> {
    const context = await this.prepare(request);
    if (limit.signal.aborted) throw limit.signal.reason;
    context.setSignal(limit.signal);
    this.tally.requests += 1;
    if (request.tally) request.tally.requests += 1;
    const response = await this.http.send(context).toPromise();
    const body = await readBody(response);
    if (response.httpStatusCode >= 300) throw refusal(request, response, body);
    return { body: parse(body, response.httpStatusCode), dateMs: dateMs(response) };
  }

  private async prepare(request: ApiRequest): Promise<RequestContext> {
    const context = new RequestContext(this.baseUrl + request.path, request.method as HttpMethod);
    for (const [name, value] of Object.entries(request.query ?? {})) context.setQueryParam(name, value);
    context.setHeaderParam("Accept", request.accept ?? "application/json");
    context.setHeaderParam("User-Agent", "curfew");
    if (request.body !== undefined) {
      context.setHeaderParam("Content-Type", request.contentType ?? "application/json");
      context.setBody(JSON.stringify(request.body));
    }
    await this.config.applySecurityAuthentication(context);
    this.keepDispatcher(context);
    return context;
  }

  /** The SDK makes a new connection pool for every request; one is kept, so that TLS is not shaken hands on each time. */
  private keepDispatcher(context: RequestContext): void {
    const nowMs = performance.now();
    if (this.dispatcher === null || this.dispatcher.untilMs < nowMs) {
      this.dispatcher = { value: context.getDispatcher(), untilMs: nowMs + DISPATCHER_MS };
    }
    if (this.dispatcher.value) context.setDispatcher(this.dispatcher.value);
  }
}

/** ms to wait before the request is sent again; null: do not. A GET whose kept connection was closed is sent once more. */
function waitBeforeRetry(error: unknown, request: ApiRequest, tries: number): number | null {
  if (error instanceof ClusterError) {
    const mayRetry = error.status === 429 || error.status === 503;
    return mayRetry && error.retryAfterSeconds !== null ? error.retryAfterSeconds * 1000 : null;
  }
  return request.method === "GET" && tries === 1 && /ECONNRESET|UND_ERR_SOCKET|EPIPE/.test(describe(error))
    ? 0
    : null;
}

function refusal(request: ApiRequest, response: ResponseContext, body: string): ClusterError {
  return failureOf({
    method: request.method,
    status: response.httpStatusCode,
    body,
    retryAfterSeconds: retryAfterSeconds(response),
  });
}

async function readBody(response: ResponseContext): Promise<string> {
  try {
    return await response.body.text();
  } catch (error) {
    throw new ClusterError(
      "incomplete",
      response.httpStatusCode,
      `The answer was cut short: ${describe(error)}`,
    );
  }
}

function parse(body: string, status: number): unknown {
  if (body === "") return null;
  try {
    return JSON.parse(body);
  } catch {
    throw new ClusterError("incomplete", status, "The answer is no valid JSON");
  }
}

function header(response: ResponseContext, name: string): string | undefined {
  return response.headers[name];
}

function dateMs(response: ResponseContext): number | null {
  const ms = Date.parse(header(response, "date") ?? "");
  return Number.isNaN(ms) ? null : ms;
}

function retryAfterSeconds(response: ResponseContext): number | null {
  const value = header(response, "retry-after");
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const untilMs = Date.parse(value);
  const nowMs = dateMs(response);
  return Number.isNaN(untilMs) || nowMs === null ? null : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}

/** The class of a network failure ("ECONNREFUSED"), without the request that it was. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  const cause = error.cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const inner = cause instanceof Error ? cause.message : "";
  return [error.message, code, inner].filter((part) => part !== "").join(": ");
}
