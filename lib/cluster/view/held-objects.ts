import { isRecord, type Json, record, text } from "../translate/fields";

/** What an object is kept under, with what is kept of it (null: nothing). */
export type Entry<T> = readonly [key: string, value: T | null];

/**
 * What a line of a watch did. `sign`: the server told something of its present, of which the view is now a picture.
 * `expired`: 410, what came between is lost. `older`: the server is at a version before ours, so it is another history.
 * `refused`: any other ERROR. `unclear`: no line of a watch.
 */
export type Applied = "sign" | "expired" | "older" | "refused" | "unclear";

/** The objects of one collection as of one version: a whole list, and each change since folded in. No I/O, no clock. */
export class HeldObjects<T> {
  private byKey = new Map<string, T>();
  private sorted: readonly T[] | null = [];
  private isInOrder = true;
  private at = "";

  constructor(private readonly translate: (item: Json) => T | null) {}

  /** The version that a watch goes on from. */
  get version(): string {
    return this.at;
  }

  /** In the order of namespace and name. The same array until something changes. */
  get items(): readonly T[] {
    if (this.sorted !== null) return this.sorted;
    if (!this.isInOrder) {
      this.byKey = new Map([...this.byKey].sort(([a], [b]) => (a < b ? -1 : 1)));
      this.isInOrder = true;
    }
    return (this.sorted = [...this.byKey.values()]);
  }

  entry(item: Json): Entry<T> {
    return [keyOf(item), this.translate(item)];
  }

  /** A whole list takes the place of all that was held. */
  replace(entries: readonly Entry<T>[], version: string): void {
    this.byKey = new Map();
    for (const [key, value] of entries) if (value !== null) this.byKey.set(key, value);
    this.at = version;
    this.sorted = null;
    this.isInOrder = false;
  }

  clear(): void {
    this.replace([], "");
  }

  /** Folds one line of a watch in. Throws what `translate` throws. */
  apply(line: unknown): Applied {
    if (!isRecord(line) || !isRecord(line.object)) return "unclear";
    const { type, object } = line;
    if (type === "ERROR") return record(object).code === 410 ? "expired" : "refused";
    const version = text(record(object.metadata).resourceVersion);
    if (version === "") return "unclear";
    if (isOlder(version, this.at)) return "older";
    if (type === "DELETED") this.remove(keyOf(object));
    else if (type === "ADDED" || type === "MODIFIED") this.set(this.entry(object));
    else if (type !== "BOOKMARK") return "unclear";
    this.at = version;
    return "sign";
  }

  private set([key, value]: Entry<T>): void {
    if (value === null) return this.remove(key);
    if (!this.byKey.has(key)) this.isInOrder = false;
    this.byKey.set(key, value);
    this.sorted = null;
  }

  private remove(key: string): void {
    if (this.byKey.delete(key)) this.sorted = null;
  }
}

function keyOf(item: Json): string {
  const metadata = record(item.metadata);
  return `${text(metadata.namespace)}/${text(metadata.name)}`;
}

/**
 * Versions are compared as whole numbers, which Kubernetes promises for its own kinds and for CRDs since 1.35 and has
 * always been so on etcd; what is none is not compared.
 */
function isOlder(version: string, than: string): boolean {
  const areNumbers = /^\d+$/.test(version) && /^\d+$/.test(than);
  return areNumbers && BigInt(version) < BigInt(than);
}
