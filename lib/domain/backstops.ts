import { janitorExpiryTime, janitorTtlTime, kyvernoTime, type MarkTime } from "./backstop-marks";
import { type DeletingPolicy, mayDelete } from "./kyverno-policy";
import type { MachineKind } from "./lab";
import { jobName } from "./names";
import type { ItemFailure, LabSession } from "./session";

/** What would end a machine if this app died, surest first (design law 12). */
export const BACKSTOP_LAYERS = ["job", "pod", "kyverno", "janitor"] as const;
export type BackstopLayer = (typeof BACKSTOP_LAYERS)[number];
/** `armed`: it will end the machine. `broken`: it should and will not. `none`: nobody asked it to. */
export type BackstopState = "armed" | "broken" | "none" | "unmeasured";

/** Everything that can be said of a layer. Worded in lib/i18n. */
export const BACKSTOP_FINDINGS = {
  "job-armed": "armed",
  "job-overdue": "broken", // its time is over by more than a minute, and nothing has happened
  "job-waiting": "broken", // no controller has started its clock
  "job-suspended": "broken", // its clock stands still
  "job-endless": "broken", // it has no deadline
  "job-finishing": "broken", // it has ended, and nothing more comes of it
  "job-missing": "broken",
  "job-not-owner": "broken", // it ends without taking the machine with it
  "job-unmeasured": "unmeasured",
  "pod-armed": "armed",
  "pod-overdue": "broken",
  "pod-waiting": "none", // it has not started, and so its clock has not
  "pod-endless": "broken",
  "pod-impossible": "none", // KubeVirt lets nobody set the deadline of a launcher pod
  "kyverno-armed": "armed",
  "kyverno-overdue": "broken",
  "kyverno-unmarked": "none",
  "kyverno-policy": "unmeasured", // policies look at such machines: whether they delete this one is Kyverno's to judge
  "kyverno-policies-unread": "unmeasured",
  "kyverno-unreadable": "broken",
  "kyverno-stopped": "none",
  "kyverno-absent": "none",
  "kyverno-unmeasured": "unmeasured",
  "janitor-armed": "armed",
  "janitor-overdue": "broken",
  "janitor-unmarked": "none",
  "janitor-never": "none",
  "janitor-unreadable": "broken",
  "janitor-elsewhere": "none", // it does not look at this kind or namespace
  "janitor-dry-run": "none",
  "janitor-stopped": "none",
  "janitor-absent": "none",
  "janitor-unmeasured": "unmeasured",
} as const satisfies Readonly<Record<string, BackstopState>>;
export type BackstopCode = keyof typeof BACKSTOP_FINDINGS;

export interface Backstop {
  readonly layer: BackstopLayer;
  readonly code: BackstopCode;
  readonly state: BackstopState;
  /** When it ends the machine, or should have: epoch ms. */
  readonly atMs: number | null;
  /** Of `kyverno-policy`: those that may delete it, with their schedules. */
  readonly policies: readonly Pick<DeletingPolicy, "name" | "schedule">[];
}
export interface MachineBackstops {
  readonly name: string;
  /** false: it is not in the cluster, so there is nothing to end; null: unmeasured. */
  readonly isThere: boolean | null;
  readonly layers: readonly Backstop[];
}

export interface GuardJob {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly startTimeMs: number | null;
  readonly activeDeadlineSeconds: number | null;
  readonly isSuspended: boolean;
  readonly isFinishing: boolean;
}
export interface GuardedMachine {
  readonly kind: MachineKind;
  readonly namespace: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly ownerUids: readonly string[];
  /** Marks for controllers of others; null: it bears none. */
  readonly kyvernoTtl: string | null;
  readonly janitorTtl: string | null;
  readonly janitorExpires: string | null;
  /** Of a pod; null for a VM. */
  readonly startTimeMs: number | null;
  readonly activeDeadlineSeconds: number | null;
}
/** Read whole, or unknown with the reason. */
export type Seen<T> =
  | { readonly state: "known"; readonly items: readonly T[] }
  | { readonly state: "unknown"; readonly failure: ItemFailure };
export interface Guards {
  readonly job: Seen<GuardJob>;
  readonly machine: Seen<GuardedMachine>;
}

/** null: whether it is there could not be read. `stopped`: none of its pods is available. */
export type CleanerState = "runs" | "stopped" | "absent" | null;
export interface JanitorRules {
  readonly isDryRun: boolean;
  /** Plural names; null: all. */
  readonly includeResources: readonly string[] | null;
  readonly excludeResources: readonly string[];
  readonly includeNamespaces: readonly string[] | null;
  readonly excludeNamespaces: readonly string[];
}
/** Controllers of others that delete, by a mark on the object or by a policy. */
export interface Cleaners {
  readonly kyverno: CleanerState;
  /** Of the cluster and of our namespaces, those that select a kind of ours. */
  readonly policies: Seen<DeletingPolicy>;
  readonly janitor: CleanerState;
  /** Of a janitor that runs. */
  readonly janitorRules: JanitorRules | null;
}

/** A controller that is later than this does not act: all of these are done within seconds of their time. */
const LATE_MS = 60_000;

/** Each machine of a session with what would end it, as the cluster is at `nowMs` (epoch ms of the database's clock). */
export function backstopsOf(
  session: Pick<LabSession, "id" | "namespace" | "machines">,
  guards: Guards,
  cleaners: Cleaners,
  nowMs: number,
): MachineBackstops[] {
  const { job, machine } = guards;
  return session.machines.map(({ name }) => {
    if (machine.state !== "known") return { name, isThere: null, layers: [] };
    const seen = machine.items.find((each) => each.namespace === session.namespace && each.name === name);
    if (seen === undefined) return { name, isThere: false, layers: [] };
    const layers = [
      jobLayer(job, session, seen, nowMs),
      podLayer(seen, nowMs),
      kyvernoLayer(seen, cleaners, nowMs),
      janitorLayer(seen, cleaners, nowMs),
    ];
    return { name, isThere: true, layers };
  });
}

/** The latest moment at which a machine ends without this app, epoch ms; null: nothing that is known would end it. */
export function endsByItselfMs({ layers }: MachineBackstops): number | null {
  const times = layers.flatMap(({ state, atMs }) => (state === "armed" && atMs !== null ? [atMs] : []));
  return times.length === 0 ? null : Math.min(...times);
}

function found(layer: BackstopLayer, code: BackstopCode, atMs: number | null = null): Backstop {
  return { layer, code, state: BACKSTOP_FINDINGS[code], atMs, policies: [] };
}

/** A layer that ends the machine at a time that is told. */
function timed(layer: BackstopLayer, atMs: number, nowMs: number): Backstop {
  return found(layer, `${layer}-${nowMs > atMs + LATE_MS ? "overdue" : "armed"}`, atMs);
}

function jobLayer(
  job: Seen<GuardJob>,
  { id, namespace }: Pick<LabSession, "id" | "namespace">,
  machine: GuardedMachine,
  nowMs: number,
): Backstop {
  if (job.state === "unknown") return found("job", "job-unmeasured");
  const own = job.items.find((each) => each.namespace === namespace && each.name === jobName(id));
  if (own === undefined) return found("job", "job-missing");
  if (own.isFinishing) return found("job", "job-finishing");
  if (!machine.ownerUids.includes(own.uid)) return found("job", "job-not-owner");
  if (own.isSuspended) return found("job", "job-suspended");
  if (own.activeDeadlineSeconds === null) return found("job", "job-endless");
  if (own.startTimeMs === null) return found("job", "job-waiting");
  const atMs = own.startTimeMs + own.activeDeadlineSeconds * 1000;
  return timed("job", atMs, nowMs);
}

function podLayer({ kind, startTimeMs, activeDeadlineSeconds }: GuardedMachine, nowMs: number): Backstop {
  if (kind === "vm") return found("pod", "pod-impossible");
  if (activeDeadlineSeconds === null) return found("pod", "pod-endless");
  if (startTimeMs === null) return found("pod", "pod-waiting");
  const atMs = startTimeMs + activeDeadlineSeconds * 1000;
  return timed("pod", atMs, nowMs);
}

function kyvernoLayer(machine: GuardedMachine, { kyverno, policies }: Cleaners, nowMs: number): Backstop {
  if (kyverno !== "runs") return found("kyverno", `kyverno-${kyverno ?? "unmeasured"}`);
  const { kind, namespace, kyvernoTtl, createdAtMs } = machine;
  const atMs = kyvernoTtl === null ? null : kyvernoTime(kyvernoTtl, createdAtMs);
  if (typeof atMs === "number") return timed("kyverno", atMs, nowMs);
  if (policies.state === "unknown") return found("kyverno", "kyverno-policies-unread");
  const may = policies.items.filter((policy) => mayDelete(policy, kind, namespace));
  if (may.length > 0)
    return {
      ...found("kyverno", "kyverno-policy"),
      policies: may.map(({ name, schedule }) => ({ name, schedule })),
    };
  return found("kyverno", kyvernoTtl === null ? "kyverno-unmarked" : "kyverno-unreadable");
}

function janitorLayer(machine: GuardedMachine, cleaners: Cleaners, nowMs: number): Backstop {
  const { janitor, janitorRules: rules } = cleaners;
  if (janitor !== "runs" || rules === null)
    return found("janitor", `janitor-${janitor === "runs" ? "unmeasured" : (janitor ?? "unmeasured")}`);
  const times = janitorTimes(machine);
  if (times.length === 0) return found("janitor", "janitor-unmarked");
  if (rules.isDryRun) return found("janitor", "janitor-dry-run");
  if (!looksAt(rules, machine)) return found("janitor", "janitor-elsewhere");
  const known = times.filter((time) => typeof time === "number");
  if (known.length > 0) return timed("janitor", Math.min(...known), nowMs);
  return found("janitor", times.includes("never") ? "janitor-never" : "janitor-unreadable");
}

function janitorTimes({ janitorTtl, janitorExpires, createdAtMs }: GuardedMachine): MarkTime[] {
  return [
    ...(janitorTtl === null ? [] : [janitorTtlTime(janitorTtl, createdAtMs)]),
    ...(janitorExpires === null ? [] : [janitorExpiryTime(janitorExpires)]),
  ];
}

function looksAt(rules: JanitorRules, { kind, namespace }: GuardedMachine): boolean {
  const plural = kind === "vm" ? "virtualmachines" : "pods";
  const isIn = (names: readonly string[] | null, name: string) => names === null || names.includes(name);
  return (
    isIn(rules.includeResources, plural) &&
    !rules.excludeResources.includes(plural) &&
    isIn(rules.includeNamespaces, namespace) &&
    !rules.excludeNamespaces.includes(namespace)
  );
}
