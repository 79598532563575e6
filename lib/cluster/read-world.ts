import type { ItemFailure } from "@/lib/domain/session";
import { type Known, WORLD_KINDS, type World, type WorldKind } from "@/lib/domain/world";
import { collectionPath, RESOURCES } from "./api-paths";
import type { ApiClient, RequestTally } from "./api-request";
import { itemFailure } from "./classify-failure";
import { ClusterError } from "./cluster-error";
import { hasApiGroup } from "./discovery";
import { listObjects } from "./list-objects";
import { startTimeLimit } from "./time-limit";
import type { Json } from "./translate/fields";
import { jobObject } from "./translate/job";
import { clusterObject } from "./translate/metadata";
import { nodeObject } from "./translate/node";
import { podObject } from "./translate/pod";
import { dataVolumeObject, vmiObject, vmObject } from "./translate/vm";

type ReadKind = WorldKind | "dataVolume";
const READ_KINDS: readonly ReadKind[] = [...WORLD_KINDS, "dataVolume"];
/** APIs that a cluster may do without. */
const OPTIONAL_GROUPS: readonly string[] = [RESOURCES.vm.group, RESOURCES.dataVolume.group];

export interface WorldOptions {
  readonly namespaces: readonly string[];
  /** For all kinds together, ms. */
  readonly timeoutMs: number;
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
  /** Kinds to read; the others come back as unknown "not-asked". */
  readonly kinds?: readonly ReadKind[];
}

/**
 * One look at every kind, side by side. Each is read whole in all namespaces, or it is unknown; what came back late or
 * in part is never used (design law 7). Never throws.
 */
export async function readWorld(api: ApiClient, options: WorldOptions): Promise<World> {
  const tally: RequestTally = { requests: 0 };
  const limit = startTimeLimit(options.timeoutMs, options.signal);
  const kinds = options.kinds ?? READ_KINDS;
  const look = { api, options: { ...options, signal: limit.signal }, tally };
  const read = <T>(kind: ReadKind, translate: (item: Json) => T): Promise<Known<T>> =>
    kinds.includes(kind)
      ? limit.race(readKind(look, kind, translate)).catch((error: unknown) => unknown(kind, error))
      : Promise.resolve(notAsked(kind));
  try {
    const [vm, vmi, pod, job, service, networkPolicy, node, dataVolume] = await Promise.all([
      read("vm", vmObject),
      read("vmi", vmiObject),
      read("pod", podObject),
      read("job", jobObject),
      read("service", clusterObject),
      read("networkPolicy", clusterObject),
      read("node", nodeObject),
      read("dataVolume", dataVolumeObject),
    ]);
    return { vm, vmi, pod, job, service, networkPolicy, node, dataVolume, requests: tally.requests };
  } finally {
    limit.stop();
  }
}

interface Look {
  readonly api: ApiClient;
  readonly options: WorldOptions & { readonly signal: AbortSignal };
  readonly tally: RequestTally;
}

async function readKind<T>(look: Look, kind: ReadKind, translate: (item: Json) => T): Promise<Known<T>> {
  const scopes = kind === "node" ? [null] : look.options.namespaces;
  try {
    const { pageSize, signal } = look.options;
    const options = { translate, pageSize, signal, tally: look.tally };
    const lists = await Promise.all(
      scopes.map((namespace) => listObjects(look.api, collectionPath(RESOURCES[kind], namespace), options)),
    );
    return {
      state: "known",
      items: lists.flatMap((list) => list.items),
      dateMs: Math.min(...lists.map((list) => list.dateMs)),
    };
  } catch (error) {
    return (await isAbsent(look, kind, error)) ? { state: "absent" } : unknown(kind, error);
  }
}

/** A restricted account gets 403 for a group that is not installed, so a 403 too is a reason to ask discovery. */
async function isAbsent(look: Look, kind: ReadKind, error: unknown): Promise<boolean> {
  const { group } = RESOURCES[kind];
  const mayBeAbsent = error instanceof ClusterError && (error.status === 404 || error.status === 403);
  if (!mayBeAbsent || !OPTIONAL_GROUPS.includes(group)) return false;
  try {
    return !(await hasApiGroup(look.api, group, { signal: look.options.signal, tally: look.tally }));
  } catch {
    return false;
  }
}

function unknown(kind: ReadKind, error: unknown): { state: "unknown"; failure: ItemFailure } {
  return { state: "unknown", failure: itemFailure(kind, error) };
}

function notAsked(kind: ReadKind): { state: "unknown"; failure: ItemFailure } {
  return { state: "unknown", failure: { resource: kind, error: "not-asked", status: null } };
}
