import { randomUUID } from "node:crypto";
import type { Denial, TokenEntry } from "./access";
import { Api } from "./api";
import { Cluster } from "./cluster";
import { Faults } from "./faults";
import type { Fault, FaultOrder } from "./faults";
import { ALIVE, MACHINE } from "./nodes";
import type { MachineOrder } from "./nodes";
import { apiTime } from "./conditions";
import type { KubeObject } from "./objects";
import { RESOURCES, resourceOfKind } from "./resources";
import { namespaceOf } from "./seed-nodes";
import type { SavedState } from "./state-file";
import { accountToken } from "./token-request";
import type { Draft, Settings } from "./world";

export interface RequestRecord {
  seq: number;
  atMs: number;
  method: string;
  path: string;
  user: string;
  /** 0 until it is answered, and for one that never is. */
  status: number;
}

const MOST_RECORDS = 20_000;

/** A cluster with what tests and the demo may order of it. The control API is these methods over HTTP. */
export class Simulator {
  readonly cluster: Cluster;
  readonly api: Api;
  readonly faults = new Faults();
  readonly records: RequestRecord[] = [];
  #seq = 0;

  constructor(
    readonly settings: Settings,
    readonly tokens: TokenEntry[],
    clock: () => number,
    saved: SavedState | null,
  ) {
    this.cluster = new Cluster(settings, clock, saved?.resourceVersion);
    this.api = new Api(this.cluster, tokens);
    if (saved) this.#restore(saved);
  }

  nowMs(): number {
    return this.cluster.nowMs();
  }

  /** Moves the clock on by `ms`, through every moment at which something is due. */
  advance(ms: number): void {
    this.cluster.advance(ms);
  }

  /** Orders a fault; answers its id. */
  fault(order: FaultOrder): string {
    return this.faults.add(order);
  }

  clearFaults(id?: string): void {
    this.faults.remove(id);
  }

  listFaults(): Fault[] {
    return this.faults.list();
  }

  /** Takes permissions away, in place of those taken before; an empty list gives all back. */
  deny(denials: Denial[]): void {
    this.api.denials.splice(0, this.api.denials.length, ...denials);
  }

  /** A ServiceAccount's token as a projected volume holds it: for these audiences alone, and for these seconds. */
  issueToken(account: { namespace: string; name: string; audiences: string[]; seconds: number }): string {
    const entry = accountToken({ ...account, uid: randomUUID() }, this.nowMs());
    this.tokens.push(entry);
    return entry.token;
  }

  /** What of a user's requests RBAC refused, in its words, without what was refused because of `deny`. */
  refusals(user: string): string[] {
    return this.api.refusals.filter((one) => one.user === user).map(({ message }) => message);
  }

  /** Kills or revives a node. */
  setNode(name: string, isAlive: boolean): void {
    const node = this.cluster.store.get("nodes", undefined, name);
    if (!node) throw new Error(`There is no node ${name}.`);
    this.#annotate(node, ALIVE, isAlive ? undefined : "false");
  }

  /** Powers a guest or lab pod off, crashes it, or lets it ignore its end; undefined takes the order back. */
  orderMachine(namespace: string, name: string, order: MachineOrder | undefined): void {
    const { store } = this.cluster;
    const machine =
      store.get("virtualmachineinstances.kubevirt.io", namespace, name) ?? store.get("pods", namespace, name);
    if (!machine) throw new Error(`There is no running machine ${namespace}/${name}.`);
    this.#annotate(machine, MACHINE, order);
  }

  /** Images that match one of the patterns cannot be pulled from now on. */
  setMissingImages(patterns: string[]): void {
    this.settings.missingImages = patterns;
  }

  /** Empties a namespace and gives it a new UID, as if another cluster answered. The new UID is returned. */
  recreateNamespace(name: string): string {
    const old = this.cluster.store.get("namespaces", undefined, name);
    this.clearNamespace(name);
    if (old) this.cluster.store.remove(old);
    const created = this.cluster.create(namespaceOf(name));
    this.cluster.settle();
    return created.metadata.uid;
  }

  /** Gives a namespace another UID and leaves its content: the way to a wrong cluster and back. Returns the old UID. */
  setNamespaceUid(name: string, uid: string): string {
    const old = this.cluster.store.get("namespaces", undefined, name);
    if (!old) throw new Error(`There is no namespace ${name}.`);
    this.cluster.store.remove(old);
    this.cluster.store.insert({ ...old, metadata: { ...old.metadata, uid } });
    return old.metadata.uid;
  }

  /** Puts objects in as they are: status, owners, times and a given uid are kept; one of the same name is replaced. */
  seed(objects: Draft[]): KubeObject[] {
    const seeded = objects.map((object) => this.#seedOne(object));
    this.cluster.settle();
    return seeded;
  }

  /** Removes everything in a namespace at once, finalizers or not. */
  clearNamespace(namespace: string): void {
    for (const resource of RESOURCES.filter((one) => one.isNamespaced)) {
      for (const object of this.cluster.store.list(resource.key, namespace)) {
        if (this.cluster.store.byUid(object.metadata.uid)) this.cluster.store.remove(object);
      }
    }
    this.cluster.settle();
  }

  /** Forgets old versions: open paged lists and watches from before get 410. */
  forgetHistory(): void {
    this.cluster.store.compact();
    this.api.lister.forget();
  }

  /** Requests from number `since` on, oldest first. Control requests are not recorded. */
  requests(since = 0): RequestRecord[] {
    return this.records.filter((record) => record.seq >= since);
  }

  record(entry: Omit<RequestRecord, "seq" | "atMs" | "status">): RequestRecord {
    const record = { ...entry, seq: this.#seq, atMs: this.nowMs(), status: 0 };
    this.#seq += 1;
    this.records.push(record);
    if (this.records.length > MOST_RECORDS) this.records.splice(0, MOST_RECORDS / 10);
    return record;
  }

  save(): SavedState {
    return {
      resourceVersion: this.cluster.store.resourceVersion,
      objects: this.cluster.store.all(),
      denials: this.api.denials,
      missingImages: this.settings.missingImages,
    };
  }

  #restore(saved: SavedState): void {
    this.cluster.store.load(saved.objects);
    this.deny(saved.denials);
    this.settings.missingImages = saved.missingImages;
    this.cluster.lookAtAll();
  }

  #seedOne(draft: Draft): KubeObject {
    const resource = resourceOfKind(draft.apiVersion, draft.kind);
    const { name } = draft.metadata;
    if (!resource || !name) throw new Error(`Cannot seed ${draft.apiVersion} ${draft.kind} "${name ?? ""}".`);
    const existing = this.cluster.store.get(resource.key, draft.metadata.namespace, name);
    if (existing) this.cluster.store.remove(existing);
    const times = { creationTimestamp: apiTime(this.nowMs()), resourceVersion: "" };
    const generation = resource.hasGeneration ? { generation: 1 } : {};
    const metadata = {
      ...times,
      ...generation,
      ...draft.metadata,
      name,
      uid: draft.metadata.uid ?? randomUUID(),
    };
    const needsPhase = draft.kind === "Pod" && draft.status === undefined;
    const status = needsPhase
      ? { status: { phase: "Pending" } }
      : draft.kind === "Job"
        ? { status: draft.status ?? {} }
        : {};
    return this.cluster.store.insert({ ...draft, ...status, metadata });
  }

  #annotate(object: KubeObject, key: string, value: string | undefined): void {
    const { [key]: _old, ...others } = object.metadata.annotations ?? {};
    const annotations = value === undefined ? others : { ...others, [key]: value };
    this.cluster.store.replace({ ...object, metadata: { ...object.metadata, annotations } });
    this.cluster.settle();
  }
}
