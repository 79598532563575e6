import { isDeepStrictEqual } from "node:util";
import type { KubeObject } from "./objects";
import { resourceOf, resourceOfKind } from "./resources";

export interface StoreChange {
  type: "ADDED" | "MODIFIED" | "DELETED";
  /** Group resource, for example `virtualmachines.kubevirt.io`. */
  resource: string;
  object: KubeObject;
  previous?: KubeObject;
  resourceVersion: number;
}

/** What controllers may see of the store. */
export interface ObjectReader {
  get(resource: string, namespace: string | undefined, name: string): KubeObject | undefined;
  byUid(uid: string): KubeObject | undefined;
  /** In key order: namespace, then name. */
  list(resource: string, namespace?: string): KubeObject[];
  dependentsOf(uid: string): KubeObject[];
}

/**
 * Objects by kind and key. Stored objects are never changed in place, so a list taken once stays what it was:
 * that is what pins the pages of a paged list to one version.
 */
export class Store implements ObjectReader {
  #byResource = new Map<string, Map<string, KubeObject>>();
  #sortedKeys = new Map<string, string[]>();
  #byUid = new Map<string, KubeObject>();
  #dependents = new Map<string, Set<string>>();
  #log: StoreChange[] = [];
  #listeners = new Set<(change: StoreChange) => void>();
  #compacted: number;

  constructor(
    private version = 1,
    private readonly logLimit = 20_000,
  ) {
    this.#compacted = version;
  }

  get resourceVersion(): number {
    return this.version;
  }

  get(resource: string, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#byResource.get(resource)?.get(keyOf(namespace, name));
  }

  byUid(uid: string): KubeObject | undefined {
    return this.#byUid.get(uid);
  }

  dependentsOf(uid: string): KubeObject[] {
    const uids = [...(this.#dependents.get(uid) ?? [])];
    return uids.map((one) => this.#byUid.get(one)).filter((object) => object !== undefined);
  }

  list(resource: string, namespace?: string): KubeObject[] {
    const map = this.#mapOf(resource);
    let keys = this.#sortedKeys.get(resource);
    if (!keys) {
      keys = [...map.keys()].sort();
      this.#sortedKeys.set(resource, keys);
    }
    const wanted = namespace === undefined ? keys : keysBelow(keys, `${namespace}/`);
    return wanted.map((key) => map.get(key)).filter((object) => object !== undefined);
  }

  all(): KubeObject[] {
    return [...this.#byUid.values()];
  }

  insert(object: KubeObject): KubeObject {
    const stored = this.#stamp(object);
    this.#put(stored);
    this.#record("ADDED", stored);
    return stored;
  }

  /** Replaces an object; answers the stored one unchanged, and tells nobody, when nothing differs. */
  replace(object: KubeObject): KubeObject {
    const previous = this.#byUid.get(object.metadata.uid);
    if (!previous) throw new Error(`No object with uid ${object.metadata.uid}.`);
    const same = {
      ...object,
      metadata: { ...object.metadata, resourceVersion: previous.metadata.resourceVersion },
    };
    if (isDeepStrictEqual(same, previous)) return previous;
    const stored = this.#stamp(object);
    this.#unlink(previous);
    this.#put(stored);
    this.#record("MODIFIED", stored, previous);
    return stored;
  }

  remove(object: KubeObject): KubeObject {
    const previous = this.#byUid.get(object.metadata.uid);
    if (!previous) throw new Error(`No object with uid ${object.metadata.uid}.`);
    const last = this.#stamp(previous);
    this.#unlink(previous);
    this.#byUid.delete(previous.metadata.uid);
    const key = keyOf(previous.metadata.namespace, previous.metadata.name);
    this.#mapOf(resourceKeyOf(previous)).delete(key);
    // To sort all keys anew after each removal would make a list in the midst of many deletes very slow.
    const keys = this.#sortedKeys.get(resourceKeyOf(previous));
    keys?.splice(firstFrom(keys, key), 1);
    this.#record("DELETED", last, previous);
    return last;
  }

  /** Puts objects in as they are, for a state file; no change is told. */
  load(objects: KubeObject[]): void {
    for (const object of objects) this.#put(object);
  }

  onChange(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes after a version, oldest first; null when that far back is no longer known. */
  changesSince(version: number): StoreChange[] | null {
    if (version < this.#compacted) return null;
    return this.#log.filter((change) => change.resourceVersion > version);
  }

  /** Forgets the history, as etcd does every few minutes. */
  compact(): void {
    this.#log = [];
    this.#compacted = this.version;
  }

  #stamp(object: KubeObject): KubeObject {
    this.version += 1;
    const metadata = { ...object.metadata, resourceVersion: String(this.version) };
    if (metadata.finalizers === undefined || metadata.finalizers.length === 0) delete metadata.finalizers;
    if (metadata.ownerReferences === undefined || metadata.ownerReferences.length === 0)
      delete metadata.ownerReferences;
    return { ...object, metadata };
  }

  #put(object: KubeObject): void {
    const resource = resourceKeyOf(object);
    const map = this.#mapOf(resource);
    const key = keyOf(object.metadata.namespace, object.metadata.name);
    if (!map.has(key)) this.#sortedKeys.delete(resource);
    map.set(key, object);
    this.#byUid.set(object.metadata.uid, object);
    for (const owner of object.metadata.ownerReferences ?? []) {
      const set = this.#dependents.get(owner.uid) ?? new Set();
      this.#dependents.set(owner.uid, set.add(object.metadata.uid));
    }
  }

  #unlink(object: KubeObject): void {
    for (const owner of object.metadata.ownerReferences ?? []) {
      const set = this.#dependents.get(owner.uid);
      set?.delete(object.metadata.uid);
      if (set?.size === 0) this.#dependents.delete(owner.uid);
    }
  }

  #mapOf(resource: string): Map<string, KubeObject> {
    let map = this.#byResource.get(resource);
    if (!map) this.#byResource.set(resource, (map = new Map()));
    return map;
  }

  #record(type: StoreChange["type"], object: KubeObject, previous?: KubeObject): void {
    const change = { type, resource: resourceKeyOf(object), object, previous, resourceVersion: this.version };
    this.#log.push(change);
    if (this.#log.length > this.logLimit * 1.5) {
      const dropped = this.#log.splice(0, this.#log.length - this.logLimit);
      this.#compacted = dropped.at(-1)?.resourceVersion ?? this.#compacted;
    }
    for (const listener of this.#listeners) listener(change);
  }
}

/** Where the first key that is not before `key` stands in these sorted ones. */
function firstFrom(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The sorted keys that begin with `prefix`, which ends in "/": the character after that ends them. */
function keysBelow(keys: readonly string[], prefix: string): readonly string[] {
  return keys.slice(firstFrom(keys, prefix), firstFrom(keys, `${prefix.slice(0, -1)}0`));
}

export function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ""}/${name}`;
}

export function resourceKeyOf(object: KubeObject): string {
  const resource = resourceOfKind(object.apiVersion, object.kind);
  if (!resource) throw new Error(`The simulator does not serve ${object.apiVersion} ${object.kind}.`);
  return resourceOf(resource.key).key;
}
