import type { KubeObject } from "./objects";
import type { Propagation } from "./deletion";
import type { Installed } from "./resources";
import type { ObjectReader, StoreChange } from "./store";

/** How long things take, in milliseconds of the simulator's clock. */
export interface Delays {
  scheduleMs: number;
  imagePullMs: number;
  containerStartMs: number;
  guestBootMs: number;
  agentConnectMs: number;
  guestShutdownMs: number;
  podStopMs: number;
  /** How late at most a kubelet restarts a container once its back-off is over. */
  restartLateMs: number;
  volumeCloneMs: number;
  quotaSyncMs: number;
}

export const REAL_DELAYS: Delays = {
  scheduleMs: 50,
  imagePullMs: 2_500,
  containerStartMs: 800,
  guestBootMs: 4_000,
  agentConnectMs: 8_000,
  guestShutdownMs: 3_000,
  podStopMs: 1_000,
  restartLateMs: 60_000,
  volumeCloneMs: 2_500,
  quotaSyncMs: 30,
};

export interface Settings extends Installed {
  delays: Delays;
  /** Whether a metrics server is installed. */
  hasMetrics: boolean;
  /** Fixed part of QEMU's memory overhead: 50 in KubeVirt's main, 30 up to 1.9.0. */
  qemuOverheadMi: number;
  /** Regular expressions; an image that one of them matches cannot be pulled. */
  missingImages: string[];
}

export interface World {
  objects: ObjectReader;
  settings: Settings;
  /** Why a LimitRange or quota would refuse this object now, in the API server's words; null when none would. */
  quotaRefusal(object: KubeObject): string | null;
}

export interface Target {
  resource: string;
  namespace?: string;
  name: string;
}

export interface Wake extends Target {
  afterMs?: number;
}

export interface EventDraft {
  about: KubeObject;
  type: "Normal" | "Warning";
  reason: string;
  message: string;
  component: string;
  /** The part of the object that it is about: `spec.containers{app}`. */
  fieldPath?: string;
}

/** What a controller wants done. Objects in `create` have no uid yet; `update` carries the whole object. */
export type Change =
  | { do: "create"; object: Draft }
  | { do: "update"; object: KubeObject }
  | { do: "delete"; object: KubeObject; propagation?: Propagation; graceSeconds?: number }
  | { do: "event"; event: EventDraft };

/** An object that is not stored yet: it has a name or a generateName, but neither uid nor version. */
export interface Draft {
  apiVersion: string;
  kind: string;
  metadata: Partial<KubeObject["metadata"]>;
  [key: string]: unknown;
}

export interface Step {
  changes: Change[];
  /** When to look at the same object again, in epoch milliseconds. */
  dueMs?: number;
}

/** A pure step function and the objects it wants to look at after a change. */
export interface Controller {
  name: string;
  wakes(change: StoreChange, world: World): Wake[];
  reconcile(target: Target, world: World, nowMs: number): Step;
}

export const NOTHING: Step = { changes: [] };

export function targetOf(resource: string, object: KubeObject): Target {
  return { resource, namespace: object.metadata.namespace, name: object.metadata.name };
}

/** Wakes for the changed object itself when it is of the kind. */
export function ownWakes(change: StoreChange, resource: string): Wake[] {
  return change.resource === resource && change.type !== "DELETED" ? [targetOf(resource, change.object)] : [];
}

/** Earliest of the given times; undefined when none is given. */
export function earliest(...times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
