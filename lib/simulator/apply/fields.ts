import { isDeepStrictEqual } from "node:util";
import { isMap } from "../decoding/json";
import { KEY_DEFAULTS } from "./merge-rules";
import type { MergeRules } from "./merge-rules";

/** Steps as FieldsV1 prints them: `f:name` a field, `k:{"name":"x"}` an entry by its keys, `v:"x"` an entry by its value. */
export type Path = readonly string[];
export interface Field {
  readonly path: Path;
  /** Of a leaf or whatever is owned whole; null for an entry whose own fields follow. */
  readonly value: unknown;
}
/** By the JSON of the path. */
export type Fields = ReadonlyMap<string, Field>;
export type FieldSet = ReadonlyMap<string, Path>;

/** Everything in an object that somebody can own: its leaves, its empty maps, and the entries of its keyed lists. */
export function fieldsOf(value: unknown, rules: MergeRules): Fields {
  const found = new Map<string, Field>();
  collect(value, [], rules, found);
  return found;
}

function collect(value: unknown, path: Path, rules: MergeRules, into: Map<string, Field>): void {
  const put = (at: Path, what: unknown) => into.set(JSON.stringify(at), { path: at, value: what });
  if (Array.isArray(value)) {
    const keys = rules.listKeys(path);
    if (keys === null || value.length === 0) return void put(path, value);
    for (const entry of value) {
      const at = [...path, stepOf(entry, keys)];
      put(at, null);
      if (isMap(entry)) collect(entry, at, rules, into);
    }
  } else if (isMap(value) && Object.keys(value).length > 0 && !rules.isAtomicMap(path)) {
    for (const [name, each] of Object.entries(value)) collect(each, [...path, `f:${name}`], rules, into);
  } else put(path, value);
}

/** The step that names an entry of a list with these keys. */
export function stepOf(entry: unknown, keys: readonly string[]): string {
  if (keys.length === 0 || !isMap(entry)) return `v:${JSON.stringify(entry)}`;
  const named = keys.map((key) => [key, entry[key] ?? KEY_DEFAULTS[key]]);
  return `k:${JSON.stringify(Object.fromEntries(named))}`;
}

export function setOf(fields: Fields): FieldSet {
  return new Map([...fields].map(([key, { path }]) => [key, path]));
}

/**
 * What differs from one state of an object to the next: what came or has another value, and what went. A map or list
 * that is emptied or filled is there before and after.
 */
export function compare(before: Fields, after: Fields): { changed: FieldSet; removed: FieldSet } {
  const changed = [...after].filter(([key, { value }]) => {
    const old = before.get(key);
    return old === undefined || !isDeepStrictEqual(old.value, value);
  });
  const removed = [...before].filter(([key]) => !after.has(key));
  return { changed: setOf(unless(changed, before)), removed: setOf(unless(removed, after)) };
}

/** Fields but the empty maps and lists that the other state has something in. */
function unless(fields: [string, Field][], other: Fields): Fields {
  const empty = fields.filter(([, { value }]) => isMap(value) || Array.isArray(value));
  if (empty.length === 0) return new Map(fields);
  const parents = new Set(
    [...other.values()].flatMap(({ path }) => path.map((_, end) => JSON.stringify(path.slice(0, end)))),
  );
  return new Map(fields.filter((field) => !empty.includes(field) || !parents.has(field[0])));
}

export function union(...sets: FieldSet[]): FieldSet {
  return new Map(sets.flatMap((set) => [...set]));
}

export function intersection(one: FieldSet, other: FieldSet): FieldSet {
  return new Map([...one].filter(([key]) => other.has(key)));
}

export function without(set: FieldSet, ...others: FieldSet[]): FieldSet {
  return new Map([...set].filter(([key]) => !others.some((other) => other.has(key))));
}

/** A path as a conflict prints it: `.spec.containers[name="web"].image`. */
export function pathText(path: Path): string {
  return path.map(stepText).join("");
}

function stepText(step: string): string {
  const rest = step.slice(2);
  if (step.startsWith("f:")) return `.${rest}`;
  if (step.startsWith("v:")) return `[=${rest}]`;
  const keys = Object.entries(JSON.parse(rest) as Record<string, unknown>);
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(",")}]`;
}
