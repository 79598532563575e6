import { setMaxListeners } from "node:events";
import type { CapacityWorld } from "@/lib/domain/capacity/capacity-world";
import type { Cleaners } from "@/lib/domain/backstops";
import type { ContentionWorld } from "@/lib/domain/contention/contention-world";
import type { Known, World, WorldKind } from "@/lib/domain/world";
import type { ApiClient } from "../api-request";
import { readUnwatched } from "../read-capacity-world";
import { readCleaners } from "../read-guards";
import { readContentionWorld } from "../read-contention-world";
import { contentionLook } from "./contention-look";
import type { Viewed } from "./freshness";
import { KindView, type KindViewOptions, type ViewTimes } from "./kind-view";
import { SharedLook } from "./shared-look";
import { viewKinds } from "./view-kind";

/** What pages see of the cluster: one picture for all of them, kept up to date. A pass, a start and an end list afresh. */
export interface ClusterView {
  /**
   * VMs, VMIs, pods and DataVolumes of our namespaces. What is not of the present is unknown; the other kinds are unknown "not-asked".
   * Waits for the first list at most `patienceMs`. Never throws.
   */
  machines(patienceMs: number): Promise<ViewedMachines>;
  /** What capacity is told from. What is not of the present is shown as of its time, and said to be stale. Never throws. */
  capacity(patienceMs: number): Promise<ViewedCapacity>;
  /** What an analysis of a cold start goes by: asked when somebody wants it, and shared. Never throws. */
  contention(): Promise<ViewedContention>;
  /** Which controllers of others delete, and run: whether one is installed changes once in months. Never throws. */
  cleaners(): Promise<Cleaners>;
  /** By kind, ms since the cluster last told of it; null: it never did, or nobody looks. Begins nothing. */
  ages(): Readonly<Record<string, number | null>>;
  /** Ends all watches. A later read begins anew. */
  stop(): void;
}
export interface ViewedMachines {
  readonly world: World;
  /** Since the cluster last told of the kind that it told of least recently, ms; null: of one it never did. */
  readonly ageMs: number | null;
}
export interface ViewedCapacity {
  readonly world: CapacityWorld;
  /** The same, of the kinds that are known; metrics have their own times and do not count. */
  readonly ageMs: number;
  readonly isStale: boolean;
}

export interface ViewedContention {
  readonly world: ContentionWorld;
  readonly ageMs: number;
  /** The cluster does not tell of its pods any more: this is what it told before. */
  readonly isStale: boolean;
}

export interface ClusterViewOptions extends Partial<ViewTimes> {
  readonly namespaces: readonly string[];
  readonly pageSize?: number;
  /** Ends the view for good. */
  readonly signal?: AbortSignal;
}

/**
 * A quiet server gives a sign at the end of each watch, so these are short; the view is stale once two are missing.
 * Listing instead would send everything every five seconds.
 */
const TIMES: ViewTimes = {
  watchMs: 10_000,
  pollMs: 5000,
  retryMs: 500,
  mostRetryMs: 15_000,
  staleAfterMs: 20_000,
  idleMs: 3 * 60_000,
};
const UNWATCHED_TIMES = { keepMs: 5000, lendMs: 20_000 };
const CLEANER_TIMES = { keepMs: 60_000, lendMs: 10 * 60_000 };
const UNWATCHED_TIMEOUT_MS = 8000;
const CONTENTION_TIMEOUT_MS = 15_000;

/** Nothing is sent before the first read. */
export function openClusterView(api: ApiClient, options: ClusterViewOptions): ClusterView {
  const { namespaces, pageSize, signal } = options;
  const kindOptions: KindViewOptions = { ...TIMES, ...options, signal: followed(signal) };
  const kinds = viewKinds(namespaces);
  const views = {
    vm: new KindView(api, kinds.vm, kindOptions),
    vmi: new KindView(api, kinds.vmi, kindOptions),
    pod: new KindView(api, kinds.pod, kindOptions),
    dataVolume: new KindView(api, kinds.dataVolume, kindOptions),
    quota: new KindView(api, kinds.quota, kindOptions),
    claim: new KindView(api, kinds.claim, kindOptions),
    node: new KindView(api, kinds.node, kindOptions),
    everyPod: new KindView(api, kinds.everyPod, kindOptions),
    lease: new KindView(api, kinds.lease, kindOptions),
  };
  const unwatched = new SharedLook(
    () => readUnwatched(api, { timeoutMs: UNWATCHED_TIMEOUT_MS, pageSize, signal }),
    UNWATCHED_TIMES,
  );
  return {
    contention: contentionView(api, options),
    cleaners: cleanersLook(api, options),
    async machines(patienceMs) {
      const [vm, vmi, pod, dataVolume] = await Promise.all([
        views.vm.read(patienceMs),
        views.vmi.read(patienceMs),
        views.pod.read(patienceMs),
        views.dataVolume.read(patienceMs),
      ]);
      const machines = { vm: present(vm), vmi: present(vmi), pod: present(pod) };
      const ageMs = oldest([vm, vmi, pod]);
      return { world: { ...machines, dataVolume: present(dataVolume), ...NOT_ASKED }, ageMs };
    },
    async capacity(patienceMs) {
      const [quota, claim, node, pod, lease, asked] = await Promise.all([
        views.quota.read(patienceMs),
        views.claim.read(patienceMs),
        views.node.read(patienceMs),
        views.everyPod.read(patienceMs),
        views.lease.read(patienceMs),
        unwatched.read(),
      ]);
      const all = { quota, claim, node, pod, lease };
      return { world: { ...known(all), ...asked }, ...ageOf(Object.values(all)) };
    },
    ages: () => agesOf(views),
    stop: () => Object.values(views).forEach((view) => view.stop()),
  };
}

function agesOf(views: Readonly<Record<string, { readonly ageMs: number | null }>>) {
  return Object.fromEntries(Object.entries(views).map(([kind, { ageMs }]) => [kind, ageMs]));
}

/** Every kind listens to it; the caller's own signal keeps its limit of listeners. */
function followed(signal: AbortSignal | undefined): AbortSignal {
  const own = AbortSignal.any(signal ? [signal] : []);
  setMaxListeners(100, own);
  return own;
}

function cleanersLook(
  api: ApiClient,
  { namespaces, pageSize, signal }: ClusterViewOptions,
): ClusterView["cleaners"] {
  const options = { namespaces, timeoutMs: UNWATCHED_TIMEOUT_MS, pageSize, signal };
  const look = new SharedLook(() => readCleaners(api, options), CLEANER_TIMES);
  return () => look.read();
}

function contentionView(api: ApiClient, { pageSize, signal }: ClusterViewOptions): ClusterView["contention"] {
  const options = { timeoutMs: CONTENTION_TIMEOUT_MS, pageSize, signal };
  return contentionLook(() => readContentionWorld(api, options), UNWATCHED_TIMES);
}

/** What is stale is not the present. */
function present<T>({ known, isStale, failure }: Viewed<T>): Known<T> {
  return isStale && failure !== null ? { state: "unknown", failure } : known;
}

function oldest(all: readonly Viewed<unknown>[]): number | null {
  const ages = all.map(({ ageMs }) => ageMs).filter((age) => age !== null);
  return ages.length === all.length ? Math.max(...ages) : null;
}

function ageOf(all: readonly Viewed<unknown>[]): Pick<ViewedCapacity, "ageMs" | "isStale"> {
  return {
    ageMs: Math.max(0, ...all.map(({ ageMs }) => ageMs ?? 0)),
    isStale: all.some(({ isStale }) => isStale),
  };
}

function known<T extends Record<string, Viewed<unknown>>>(all: T): { [Kind in keyof T]: T[Kind]["known"] } {
  const pairs = Object.entries(all).map(([kind, viewed]) => [kind, viewed.known]);
  return Object.fromEntries(pairs) as { [Kind in keyof T]: T[Kind]["known"] };
}

function notAsked(kind: WorldKind): Known<never> {
  return { state: "unknown", failure: { resource: kind, error: "not-asked", status: null } };
}

const NOT_ASKED = {
  job: notAsked("job"),
  service: notAsked("service"),
  networkPolicy: notAsked("networkPolicy"),
  node: notAsked("node"),
  requests: 0,
};
