import type { ApiClient } from "../api-request";
import { itemFailure } from "../classify-failure";
import { ClusterError } from "../cluster-error";
import { hasApiGroup } from "../discovery";
import { listObjects } from "../list-objects";
import { startTimeLimit } from "../time-limit";
import { backoffMs, type Knowing } from "./freshness";
import { HeldObjects } from "./held-objects";
import type { ViewKind } from "./view-kind";
import { watchLines } from "./watch-lines";

export interface ReflectorTimes {
  /** What a watch asks the server to last, ms: a quiet server tells its version at the end of it. */
  readonly watchMs: number;
  /** Between two lists where there is no watch, ms; at least four times as long as the list took. */
  readonly pollMs: number;
  /** First and longest wait after a failure, ms. */
  readonly retryMs: number;
  readonly mostRetryMs: number;
}

/** What a collection was last known to be, without its items. */
type Facts = Omit<Knowing<unknown>, "items">;
/** How to go on: by a watch from the version held, or by a whole list. */
type Next = "watch" | "list";

const GRACE_MS = 5000;
const POLLS_BEFORE_WATCH = 60;

/**
 * Keeps one collection as the server has it: a whole list, then a watch from its version with bookmarks. It lists again
 * after a 410, where the server is at an older version than ours, and where a watch ended without a word; it polls where
 * a watch is refused. What is held changes in whole steps, and is as old as the last word of the server.
 */
export class Reflector<T> {
  private readonly held: HeldObjects<T>;
  private facts: Facts = { what: "nothing", signMs: null, dateOffsetMs: null, failure: null };
  private failures = 0;
  /** Polls left before a watch is tried again; 0: watch. */
  private polls = 0;
  private settle: () => void = () => undefined;
  /** Resolves once the first list has come or failed. */
  readonly settled = new Promise<void>((resolve) => (this.settle = resolve));

  constructor(
    private readonly api: ApiClient,
    private readonly kind: ViewKind<T>,
    private readonly path: string,
    private readonly options: ReflectorTimes & { readonly pageSize?: number },
    private readonly signal: AbortSignal,
  ) {
    this.held = new HeldObjects(kind.translate);
  }

  get knowing(): Knowing<T> {
    return { ...this.facts, items: this.held.items };
  }

  /** Runs until the signal aborts. Never throws. */
  async run(): Promise<void> {
    let next: Next = "list";
    while (!this.signal.aborted) {
      try {
        next = next === "list" ? await this.listAndWait() : await this.watch();
        this.failures = 0;
      } catch (error) {
        if (this.signal.aborted) break;
        next = this.afterFailure(error, next);
        this.failures += 1;
        const { retryMs, mostRetryMs } = this.options;
        await this.wait(backoffMs(this.failures, retryMs, mostRetryMs, Math.random()));
      }
      this.settle();
    }
    this.settle();
  }

  private async listAndWait(): Promise<Next> {
    const startMs = performance.now();
    const isThere = await this.list(startMs);
    this.settle();
    if (isThere && this.polls === 0) return "watch";
    const tookMs = performance.now() - startMs;
    await this.wait(Math.max(this.options.pollMs, 4 * tookMs));
    this.polls = Math.max(0, this.polls - 1);
    return "list";
  }

  /** false: there is no such API. */
  private async list(startMs: number): Promise<boolean> {
    try {
      const { pageSize } = this.options;
      const list = await listObjects(this.api, this.path, {
        translate: (item) => this.held.entry(item),
        ...{ pageSize, signal: this.signal },
      });
      if (list.resourceVersion === "") throw new ClusterError("incomplete", 200, "The list has no version");
      this.held.replace(list.items, list.resourceVersion);
      this.facts = {
        ...{ what: "items", signMs: startMs, failure: null },
        dateOffsetMs: list.dateMs - startMs,
      };
      return true;
    } catch (error) {
      if (!(await this.isAbsent(error))) throw error;
      this.held.clear();
      this.facts = { what: "absent", signMs: startMs, dateOffsetMs: 0, failure: null };
      return false;
    }
  }

  /** A restricted account gets 403 for a group that is not installed, so that too is a reason to ask discovery. */
  private async isAbsent(error: unknown): Promise<boolean> {
    const mayBe = error instanceof ClusterError && (error.status === 404 || error.status === 403);
    if (!mayBe || !this.kind.mayBeAbsent) return false;
    return !(await hasApiGroup(this.api, this.kind.resource.group, { signal: this.signal }).catch(
      () => true,
    ));
  }

  private async watch(): Promise<Next> {
    const { watchMs } = this.options;
    const startMs = performance.now();
    const limit = startTimeLimit(watchMs + GRACE_MS, this.signal);
    let hasSign = false;
    try {
      const stream = await this.open(limit.signal);
      if (stream.dateMs !== null)
        this.facts = { ...this.facts, dateOffsetMs: stream.dateMs - performance.now() };
      for await (const line of watchLines(stream.chunks)) {
        const applied = this.held.apply(line);
        if (applied !== "sign") throw new NoLonger(applied);
        hasSign = true;
        this.facts = { ...this.facts, signMs: performance.now(), failure: null };
      }
    } catch (error) {
      throw limit.signal.aborted ? limit.signal.reason : error;
    } finally {
      limit.stop();
    }
    // A server that goes on from a version that it has not reached says nothing at all, and so does a broken proxy.
    if (!hasSign) throw new NoLonger("silent");
    if (performance.now() - startMs < watchMs / 2)
      throw new ClusterError("network", null, "The watch ended early");
    return "watch";
  }

  private async open(signal: AbortSignal) {
    const query = {
      ...{ watch: "1", allowWatchBookmarks: "true", resourceVersion: this.held.version },
      timeoutSeconds: String(this.options.watchMs / 1000),
    };
    try {
      return await this.api.open({ method: "GET", path: this.path, query, signal });
    } catch (error) {
      throw new NotOpened(error);
    }
  }

  private afterFailure(error: unknown, tried: Next): Next {
    if (error instanceof NoLonger) return "list";
    const cause = error instanceof NotOpened ? error.cause : error;
    const status = cause instanceof ClusterError ? cause.status : null;
    if (error instanceof NotOpened && status !== null && NO_WATCH.includes(status)) {
      this.polls = POLLS_BEFORE_WATCH;
      return "list";
    }
    this.facts = { ...this.facts, failure: itemFailure(this.kind.name, cause) };
    if (tried === "list" && status !== null && NOT_OURS.includes(status)) {
      this.held.clear();
      this.facts = { ...this.facts, what: "nothing" };
    }
    // A connection that broke goes on where it was. A server that could not be reached may have come back as another.
    return tried === "watch" && (!(error instanceof NotOpened) || status === 429) ? "watch" : "list";
  }

  private async wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms);
      timer.unref();
      const { signal } = this;
      signal.addEventListener("abort", done, { once: true });
      function done() {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      }
      if (signal.aborted) done();
    });
  }
}

/** A watch that the server will not do for us, now or ever. */
const NO_WATCH = [400, 403, 404, 405, 501];
/** What may no longer be read is no longer shown. */
const NOT_OURS = [401, 403, 404];

/** What is held can be carried on no more: it takes a list. */
class NoLonger extends Error {}
class NotOpened extends Error {
  constructor(override readonly cause: unknown) {
    super("The watch did not open");
  }
}
