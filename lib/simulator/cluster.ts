import { randomUUID } from "node:crypto";
import { alreadyExists, forbidden } from "./api-error";
import { ControlLoop } from "./control-loop";
import { CONTROLLERS } from "./controllers/all-controllers";
import { isReleased, planDeletion } from "./deletion";
import type { DeleteOptions, DeletionPlan } from "./deletion";
import { EventRecorder } from "./events";
import { apiTime } from "./conditions";
import type { KubeObject } from "./objects";
import { withinRanges } from "./limit-range";
import { chargedQuotas, quotaRefusal } from "./quota";
import { randomSuffix } from "./random-suffix";
import { resourceOfKind } from "./resources";
import type { Resource } from "./resources";
import { resourceKeyOf, Store } from "./store";
import type { Change, Draft, Settings, World } from "./world";

/** The store, its clock and the controllers that move it: everything but HTTP. */
export class Cluster {
  readonly store: Store;
  readonly world: World;
  readonly loop: ControlLoop;
  readonly #events: EventRecorder;
  #offsetMs = 0;
  #pinnedMs: number | undefined;

  constructor(
    readonly settings: Settings,
    private readonly clock: () => number,
    resourceVersion = 1,
  ) {
    this.store = new Store(resourceVersion);
    this.#events = new EventRecorder(this.store);
    this.world = {
      objects: this.store,
      settings,
      quotaRefusal: (object) => {
        const { filled, refusal } = withinRanges(this.store, object);
        return refusal ?? quotaRefusal(this.store, filled as KubeObject);
      },
    };
    this.loop = new ControlLoop(CONTROLLERS, this.world, (change, nowMs) => this.#apply(change, nowMs));
    this.store.onChange((change) => this.loop.notice(change, this.nowMs()));
  }

  /** The simulator's time in epoch milliseconds: the real (or injected) clock plus what was advanced. */
  nowMs(): number {
    return this.#pinnedMs ?? this.clock() + this.#offsetMs;
  }

  /** Shows every object to the controllers, as after a start from a saved state. */
  lookAtAll(): void {
    for (const object of this.store.all()) {
      const resource = resourceKeyOf(object);
      const change = {
        type: "MODIFIED",
        resource,
        object,
        resourceVersion: this.store.resourceVersion,
      } as const;
      this.loop.notice(change, this.nowMs());
    }
  }

  /** Lets the controllers act on all that is due now. */
  settle(): void {
    this.loop.run(this.nowMs());
  }

  /** Moves the clock on, stopping at every moment at which something is due, so that the result is the same each time. */
  advance(ms: number): void {
    const targetMs = this.nowMs() + ms;
    this.#pinnedMs = this.nowMs();
    try {
      this.loop.run(this.#pinnedMs);
      for (
        let dueMs = this.loop.nextDueMs();
        dueMs !== undefined && dueMs <= targetMs;
        dueMs = this.loop.nextDueMs()
      ) {
        this.#pinnedMs = Math.max(dueMs, this.#pinnedMs);
        this.loop.run(this.#pinnedMs);
      }
      this.#pinnedMs = targetMs;
      this.loop.run(targetMs);
    } finally {
      this.#pinnedMs = undefined;
      this.#offsetMs += ms;
    }
  }

  /** Stores a new object after quota; throws the API's refusals. With `isDryRun` only tells what would be stored. */
  create(draft: Draft, isDryRun = false): KubeObject {
    const resource = this.#resource(draft);
    const object = this.#complete(resource, draft);
    const refusal = quotaRefusal(this.store, object);
    if (refusal !== null) throw forbidden(resource, object.metadata.name, refusal);
    const existing = this.store.get(resource.key, object.metadata.namespace, object.metadata.name);
    if (existing) {
      const isDeleting = existing.metadata.deletionTimestamp !== undefined;
      throw alreadyExists(resource, object.metadata.name, isDeleting);
    }
    if (isDryRun) return object;
    for (const quota of chargedQuotas(this.store, object)) this.store.replace(quota);
    return this.store.insert(object);
  }

  /** Replaces an object; one whose deletion nothing holds any more goes. */
  update(object: KubeObject): KubeObject {
    if (!isReleased(object)) return this.store.replace(object);
    const last = this.store.remove(object);
    return { ...object, metadata: { ...object.metadata, resourceVersion: last.metadata.resourceVersion } };
  }

  delete(object: KubeObject, options: DeleteOptions, isDryRun = false): DeletionPlan {
    const plan = planDeletion(object, options, this.nowMs());
    if (isDryRun || plan.act === "nothing") return plan;
    const stored = plan.act === "remove" ? this.store.remove(object) : this.store.replace(plan.object);
    const resourceVersion = stored.metadata.resourceVersion;
    return { ...plan, object: { ...plan.object, metadata: { ...plan.object.metadata, resourceVersion } } };
  }

  #apply(change: Change, nowMs: number): void {
    if (change.do === "event") return this.#events.record(change.event, nowMs);
    if (change.do === "create") {
      // Two pods may draw one name: then the controller's request fails, and it makes another when it looks again.
      if (!this.#isTaken(change.object)) this.create(withinRanges(this.store, change.object).filled);
      return;
    }
    const current = this.store.byUid(change.object.metadata.uid);
    if (!current) return;
    if (change.do === "update") {
      // An earlier change of the same step began the deletion: what was planned before it no longer holds.
      const isStale = current.metadata.deletionTimestamp !== change.object.metadata.deletionTimestamp;
      if (!isStale) this.update(change.object);
      return;
    }
    this.delete(current, { propagationPolicy: change.propagation, gracePeriodSeconds: change.graceSeconds });
  }

  #isTaken(draft: Draft): boolean {
    const { namespace, name } = draft.metadata;
    return name !== undefined && this.store.get(this.#resource(draft).key, namespace, name) !== undefined;
  }

  #resource(draft: Draft): Resource {
    const resource = resourceOfKind(draft.apiVersion, draft.kind);
    if (!resource) throw new Error(`The simulator does not serve ${draft.apiVersion} ${draft.kind}.`);
    return resource;
  }

  #complete(resource: Resource, draft: Draft): KubeObject {
    const { name, generateName } = draft.metadata;
    return {
      ...draft,
      metadata: {
        ...draft.metadata,
        name: name ?? `${generateName ?? ""}${randomSuffix()}`,
        uid: draft.metadata.uid ?? randomUUID(),
        resourceVersion: "",
        ...(resource.hasGeneration ? { generation: 1 } : {}),
        creationTimestamp: apiTime(this.nowMs()),
      },
    };
  }
}
