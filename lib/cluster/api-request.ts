import { HttpMethod, type KubeConfig, RequestContext } from "@kubernetes/client-node";
import { failureOf } from "./api-failure";
import { ClusterError, type ClusterErrorCode } from "./cluster-error";
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

/** The connection pool of the SDK's HTTP client. */
type Dispatcher = NonNullable<ReturnType<RequestContext["getDispatcher"]>>;
type Response = Awaited<ReturnType<Dispatcher["request"]>>;
interface SignedIn {
  readonly headers: Readonly<Record<string, string>>;
  readonly dispatcher: Dispatcher;
}

/** A call that failed in the end, as Kubernetes names verbs; waits and second tries are within it. */
export interface FailedCall {
  readonly verb: string;
  readonly code: ClusterErrorCode;
}
const VERBS = { GET: "get", POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" } as const;

/** How long a kept connection's TLS material is trusted, so that a rotated CA or client certificate is read again. */
const DISPATCHER_MS = 5 * 60_000;
/** How long the kubeconfig's word is taken: to sign in anew reads files, which is not for each of hundreds of requests. */
const SIGN_IN_MS = 1000;

/**
 * Every request to the API server goes through here: sign-in by the kubeconfig, one time-out for the whole call
 * (waits included), abort, Retry-After of 429 and 503, and one class for each way to fail. Throws ClusterError only.
 */
export class ApiClient {
  readonly tally: RequestTally = { requests: 0 };
  readonly server: string;
  private readonly base: URL;
  private signedIn: (SignedIn & { readonly untilMs: number }) | null = null;
  private dispatcher: { readonly value: Dispatcher; readonly untilMs: number } | null = null;

  constructor(
    private readonly config: KubeConfig,
    private readonly timeoutMs: number,
    private readonly onFailure: (failure: FailedCall) => void = () => {},
  ) {
    this.base = new URL(config.getCurrentCluster()?.server ?? "");
    this.server = this.base.host;
  }

  async send(request: ApiRequest): Promise<ApiAnswer> {
    const limit = startTimeLimit(this.timeoutMs, request.signal);
    try {
      return await limit.race(this.sendUntilAnswered(request, limit));
    } catch (error) {
      const failure: unknown = limit.signal.aborted ? limit.signal.reason : error;
      const told =
        failure instanceof ClusterError ? failure : new ClusterError("network", null, describe(failure));
      this.onFailure({ verb: VERBS[request.method], code: told.code });
      throw told;
    } finally {
      limit.stop();
    }
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
    const { dispatcher, headers } = await this.signIn();
    if (limit.signal.aborted) throw limit.signal.reason;
    this.tally.requests += 1;
    if (request.tally) request.tally.requests += 1;
    const response = await dispatcher.request({
      origin: this.base.origin,
      path: this.pathOf(request),
      method: request.method,
      headers: { ...headersOf(request), ...headers },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: limit.signal,
      // Else undici closes the connection after each DELETE that has a body, as all of ours have: a handshake for each.
      // fetch has no such option.
      reset: false,
    });
    const body = await readBody(response);
    if (response.statusCode >= 300) {
      throw failureOf({
        method: request.method,
        status: response.statusCode,
        body,
        retryAfterSeconds: retryAfterSeconds(response),
      });
    }
    return { body: parse(body, response.statusCode), dateMs: dateMs(response) };
  }

  private pathOf({ path, query }: ApiRequest): string {
    const asked = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
    return this.base.pathname.replace(/\/+$/, "") + path + asked;
  }

  /** The headers that say who we are, and the connections to send on. */
  private async signIn(): Promise<SignedIn> {
    const nowMs = performance.now();
    if (this.signedIn !== null && nowMs < this.signedIn.untilMs) return this.signedIn;
    const context = new RequestContext(this.base.href, HttpMethod.GET);
    await this.config.applySecurityAuthentication(context);
    const dispatcher = this.keptDispatcher(context, nowMs);
    this.signedIn = { headers: context.getHeaders(), dispatcher, untilMs: nowMs + SIGN_IN_MS };
    return this.signedIn;
  }

  /** The SDK makes a new connection pool each time; one is kept, so that TLS is not shaken hands on anew. */
  private keptDispatcher(context: RequestContext, nowMs: number): Dispatcher {
    if (this.dispatcher === null || this.dispatcher.untilMs < nowMs) {
      const value = context.getDispatcher();
      if (!value) throw new ClusterError("network", null, "The kubeconfig gives no way to connect");
      this.dispatcher = { value, untilMs: nowMs + DISPATCHER_MS };
    }
    return this.dispatcher.value;
  }
}

function headersOf({ accept, body, contentType }: ApiRequest): Record<string, string> {
  return {
    Accept: accept ?? "application/json",
    "User-Agent": "curfew",
    ...(body === undefined ? {} : { "Content-Type": contentType ?? "application/json" }),
  };
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

async function readBody(response: Response): Promise<string> {
  try {
    return await response.body.text();
  } catch (error) {
    throw new ClusterError("incomplete", response.statusCode, `The answer was cut short: ${describe(error)}`);
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

function header(response: Response, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function dateMs(response: Response): number | null {
  const ms = Date.parse(header(response, "date") ?? "");
  return Number.isNaN(ms) ? null : ms;
}

function retryAfterSeconds(response: Response): number | null {
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
  const code = "code" in error ? String(error.code) : "";
  return [error.message, code].filter((part) => part !== "").join(": ");
}
