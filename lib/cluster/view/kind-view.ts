import { setMaxListeners } from "node:events";
import type { ApiClient } from "../api-request";
import { collectionPath } from "../api-paths";
import { joined, type Viewed, viewedOf } from "./freshness";
import { Reflector, type ReflectorTimes } from "./reflector";
import type { ViewKind } from "./view-kind";

export interface ViewTimes extends ReflectorTimes {
  /** Without a word of the server for so long, what is held is not the present, ms. */
  readonly staleAfterMs: number;
  /** Nobody read for so long: it stops, ms. */
  readonly idleMs: number;
}
export interface KindViewOptions extends ViewTimes {
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}

interface Running<T> {
  readonly reflectors: readonly Reflector<T>[];
  readonly stop: AbortController;
  idle: NodeJS.Timeout;
}

/** One kind in all its scopes: begins with the first reader, ends when nobody reads it any more. */
export class KindView<T> {
  private running: Running<T> | null = null;

  constructor(
    private readonly api: ApiClient,
    private readonly kind: ViewKind<T>,
    private readonly options: KindViewOptions,
  ) {
    options.signal?.addEventListener("abort", () => this.stop(), { once: true });
  }

  /** What is held; while nothing is, waits for the first list at most `patienceMs`. Never throws. */
  async read(patienceMs: number): Promise<Viewed<T>> {
    const { name } = this.kind;
    if (this.options.signal?.aborted) return notRunning(name);
    const { reflectors } = this.touch();
    await atMost(patienceMs, Promise.all(reflectors.map(({ settled }) => settled)));
    return this.viewed(reflectors);
  }

  /** ms since the server last told something of it; null: it never did, or nobody reads it. Nothing is begun. */
  get ageMs(): number | null {
    return this.running === null ? null : this.viewed(this.running.reflectors).ageMs;
  }

  get isRunning(): boolean {
    return this.running !== null;
  }

  stop(): void {
    if (this.running === null) return;
    clearTimeout(this.running.idle);
    this.running.stop.abort();
    this.running = null;
  }

  private viewed(reflectors: Running<T>["reflectors"]): Viewed<T> {
    const nowMs = performance.now();
    const kind = { name: this.kind.name, staleAfterMs: this.options.staleAfterMs };
    return joined(reflectors.map(({ knowing }) => viewedOf(knowing, kind, nowMs)));
  }

  private touch(): Running<T> {
    const running = this.running ?? this.start();
    clearTimeout(running.idle);
    running.idle = setTimeout(() => this.stop(), this.options.idleMs).unref();
    return running;
  }

  private start(): Running<T> {
    const stop = new AbortController();
    setMaxListeners(100, stop.signal);
    const reflectors = this.kind.scopes.map((scope) => {
      const path = collectionPath(this.kind.resource, scope);
      return new Reflector(this.api, this.kind, path, this.options, stop.signal);
    });
    for (const reflector of reflectors) void reflector.run();
    this.running = { reflectors, stop, idle: setTimeout(() => undefined, 0) };
    return this.running;
  }
}

function notRunning(name: string): Viewed<never> {
  const failure = { resource: name, error: "aborted", status: null };
  return { known: { state: "unknown", failure }, ageMs: null, isStale: false, failure };
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, over]);
  clearTimeout(timer);
}
