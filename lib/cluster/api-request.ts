import { HttpMethod, type KubeConfig, RequestContext } from "@kubernetes/client-node";
import {
  dateMs,
  describe,
  type Dispatcher,
  parse,
  readBody,
  type Response,
  retryAfterSeconds,
} from "./api-answer";
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
  /** The answer is text, and no JSON. */
  readonly isText?: boolean;
  readonly signal?: AbortSignal;
  /** Counted up by each request that is sent. */
  readonly tally?: RequestTally;
}
export interface RequestTally {
  requests: number;
}
export interface ApiAnswer {
  /** The parsed body, or the text that was asked for; null where it was empty. */
  readonly body: unknown;
  /** The answer's Date header, or null. */
  readonly dateMs: number | null;
}

export interface ApiStream {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly dateMs: number | null;
}

interface SignedIn {
  readonly headers: Readonly<Record<string, string>>;
  readonly dispatcher: Dispatcher;
}

/** A call that failed in the end, as Kubernetes names verbs; waits and second tries are within it. */
export interface FailedCall {
  readonly verb: string;
  readonly code: ClusterErrorCode;
}
/** Runs each call, say in a span of a trace: `call` once, and what it answers or throws. */
export type AroundCall = <T>(
  about: { readonly verb: string; readonly path: string },
  call: () => Promise<T>,
) => Promise<T>;
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
    private readonly around: AroundCall = (_, call) => call(),
  ) {
    this.base = new URL(config.getCurrentCluster()?.server ?? "");
    this.server = this.base.host;
  }

  send(request: ApiRequest): Promise<ApiAnswer> {
    return this.around({ verb: VERBS[request.method], path: request.path }, () => this.sendInTime(request));
  }

  private async sendInTime(request: ApiRequest): Promise<ApiAnswer> {
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
    const response = await this.dispatch(request, signal);
    if (response.statusCode >= 300) throw refusal(request, response, await readBody(response));
    return { chunks: response.body, dateMs: dateMs(response) };
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
    const response = await this.dispatch(request, limit.signal);
    const body = await readBody(response);
    if (response.statusCode >= 300) throw refusal(request, response, body);
    const answer = request.isText === true ? body || null : parse(body, response.statusCode);
    return { body: answer, dateMs: dateMs(response) };
  }

  private async dispatch(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    const { dispatcher, headers } = await this.signIn();
    if (signal.aborted) throw signal.reason;
    this.tally.requests += 1;
    if (request.tally) request.tally.requests += 1;
    return dispatcher.request({
      origin: this.base.origin,
      path: this.pathOf(request),
      method: request.method,
      headers: { ...headersOf(request), ...headers },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal,
      // Else undici closes the connection after each DELETE that has a body, as all of ours have: a handshake for each.
      // fetch has no such option.
      reset: false,
    });
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
      if (!value)
        throw new ClusterError(
          "network",
          null,
          "The kubeconfig names no certificate authority for an API server that has no name",
        );
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

/** What does the same when it comes twice: a second DELETE finds the object terminating or gone. */
const REPEATABLE: readonly string[] = ["GET", "DELETE"];

/** ms to wait before the request is sent again; null: do not. Sent once more where its kept connection was closed. */
function waitBeforeRetry(error: unknown, request: ApiRequest, tries: number): number | null {
  if (error instanceof ClusterError) {
    const mayRetry = error.status === 429 || error.status === 503;
    return mayRetry && error.retryAfterSeconds !== null ? error.retryAfterSeconds * 1000 : null;
  }
  return REPEATABLE.includes(request.method) &&
    tries === 1 &&
    /ECONNRESET|UND_ERR_SOCKET|EPIPE/.test(describe(error))
    ? 0
    : null;
}

function refusal(request: ApiRequest, response: Response, body: string): ClusterError {
  return failureOf({
    method: request.method,
    status: response.statusCode,
    body,
    retryAfterSeconds: retryAfterSeconds(response),
  });
}
