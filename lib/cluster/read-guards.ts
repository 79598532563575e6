import type { Cleaners, GuardedMachine, Guards, Seen } from "@/lib/domain/backstops";
import type { Known } from "@/lib/domain/world";
import { type ApiResource, RESOURCES } from "./api-paths";
import type { ApiClient } from "./api-request";
import { itemFailure } from "./classify-failure";
import type { MachineRef, NamedRef } from "./cluster";
import { hasApiGroup } from "./discovery";
import { readKind, type KindLook } from "./read-kind";
import { readObject } from "./read-object";
import { startTimeLimit } from "./time-limit";
import { cleaner, guardedMachine, guardJob } from "./translate/guards";

export interface GuardOptions {
  readonly namespaces: readonly string[];
  /** For all that is read together, ms. */
  readonly timeoutMs: number;
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}
/** What to read by name: the Job of one session and its machines. */
export interface GuardRefs {
  readonly job: NamedRef;
  readonly machines: readonly MachineRef[];
}

const DEPLOYMENT: ApiResource = { group: "apps", version: "v1", plural: "deployments" };
const KYVERNO_GROUP = "kyverno.io";

/** The Job and the machines of one session, by name; what is not there is not among them. Never throws. */
export async function readGuards(api: ApiClient, refs: GuardRefs, signal?: AbortSignal): Promise<Guards> {
  const [job, machine] = await Promise.all([
    byName([refs.job], async (ref) => {
      const item = await readObject(api, RESOURCES.job, ref, signal);
      return item && guardJob(item);
    }),
    byName(refs.machines, async (ref) => {
      const item = await readObject(api, RESOURCES[ref.kind], ref, signal);
      return item && guardedMachine(ref.kind, item);
    }),
  ]);
  return { job, machine };
}

async function byName<R extends NamedRef, T>(
  refs: readonly R[],
  read: (ref: R) => Promise<T | null>,
): Promise<Seen<T>> {
  try {
    const items = await Promise.all(refs.map(read));
    return { state: "known", items: items.filter((each) => each !== null) };
  } catch (error) {
    return { state: "unknown", failure: itemFailure(refs.map(({ name }) => name).join(", "), error) };
  }
}

/** All Jobs and machines of our namespaces, each whole or unknown. Never throws. */
export async function readAllGuards(api: ApiClient, options: GuardOptions): Promise<Guards> {
  return within(api, options, async (look) => {
    const { namespaces } = options;
    const [job, vm, pod] = await Promise.all([
      readKind(look, RESOURCES.job, namespaces, guardJob),
      readKind(look, RESOURCES.vm, namespaces, (item) => guardedMachine("vm", item)),
      readKind(look, RESOURCES.pod, namespaces, (item) => guardedMachine("pod", item)),
    ]);
    return { job: joined(job), machine: joined<GuardedMachine>(vm, pod) };
  });
}

/** All or none: some of the machines would pass for all of them. Of a kind that is not installed there are none. */
function joined<T>(...kinds: readonly Known<T>[]): Seen<T> {
  const unread = kinds.find((kind) => kind.state === "unknown");
  if (unread) return unread;
  return { state: "known", items: kinds.flatMap((kind) => (kind.state === "known" ? kind.items : [])) };
}

/** Which controllers of others delete by a mark on the object, and run. Never throws. */
export async function readCleaners(
  api: ApiClient,
  options: Omit<GuardOptions, "namespaces">,
): Promise<Cleaners> {
  return within(api, options, async (look) => {
    const [deployments, hasKyverno] = await Promise.all([
      readKind(look, DEPLOYMENT, [null], cleaner),
      hasApiGroup(api, KYVERNO_GROUP, { signal: look.signal }).catch(() => null),
    ]);
    if (deployments.state !== "known")
      return { kyverno: hasKyverno === false ? "absent" : null, janitor: null, janitorRules: null };
    const of = (name: string) => deployments.items.filter(({ is }) => is === name);
    const janitors = of("janitor");
    const janitor = janitors.find(({ isRunning }) => isRunning);
    const kyverno = of("kyverno").some(({ isRunning }) => isRunning) ? "runs" : "stopped";
    return {
      kyverno: hasKyverno === null ? null : hasKyverno ? kyverno : "absent",
      janitor: janitor ? "runs" : janitors.length > 0 ? "stopped" : "absent",
      janitorRules: janitor?.rules ?? null,
    };
  });
}

async function within<T>(
  api: ApiClient,
  { timeoutMs, pageSize, signal }: Omit<GuardOptions, "namespaces">,
  read: (look: KindLook) => Promise<T>,
): Promise<T> {
  const limit = startTimeLimit(timeoutMs, signal);
  try {
    return await read({ api, pageSize, signal: limit.signal });
  } finally {
    limit.stop();
  }
}
