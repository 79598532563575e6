import { isDeepStrictEqual } from "node:util";
import { isMap } from "../decoding/json";
import type { FieldSet, Path } from "./fields";

/** An entry of metadata.managedFields. */
export interface ManagedEntry {
  manager: string;
  operation: "Apply" | "Update";
  apiVersion: string;
  time: string;
  fieldsType: "FieldsV1";
  fieldsV1: FieldsV1;
  subresource?: string;
}
export interface FieldsV1 {
  [step: string]: FieldsV1;
}

/** Who owns what. One manager may have several: by operation, subresource and (of updates) API version. */
export interface Manager {
  readonly name: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource: string;
}
export interface Ownership {
  readonly manager: Manager;
  readonly time: string;
  readonly set: FieldSet;
}

export function isSameManager(one: Manager, other: Manager): boolean {
  const isVersionEqual = one.operation === "Apply" || one.apiVersion === other.apiVersion;
  const { name, operation, subresource } = one;
  return (
    isVersionEqual &&
    name === other.name &&
    operation === other.operation &&
    subresource === other.subresource
  );
}

export function decodeManagedFields(entries: readonly ManagedEntry[]): Ownership[] {
  return entries.map(({ manager: name, operation, apiVersion, time, fieldsV1, subresource = "" }) => ({
    manager: { name, operation, apiVersion, subresource },
    time,
    set: new Map(pathsIn(fieldsV1, []).map((path) => [JSON.stringify(path), path])),
  }));
}

/** Owners of nothing are left out; appliers come first, then by time and name, as the API server sorts them. */
export function encodeManagedFields(owners: readonly Ownership[]): ManagedEntry[] {
  const entries = owners
    .filter(({ set }) => set.size > 0)
    .map(({ manager: { name, operation, apiVersion, subresource }, time, set }): ManagedEntry => ({
      ...{ manager: name, operation, apiVersion, time, fieldsType: "FieldsV1", fieldsV1: treeOf(set) },
      ...(subresource === "" ? {} : { subresource }),
    }));
  const rank = ({ operation, time, manager }: ManagedEntry) => `${operation} ${time} ${manager}`;
  return entries.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Whether two lists differ in nothing but when: the API server stores no such change. */
export function isSameButTimes(
  one: readonly ManagedEntry[] = [],
  other: readonly ManagedEntry[] = [],
): boolean {
  const timeless = (entries: readonly ManagedEntry[]) =>
    entries.map((entry) => JSON.stringify({ ...entry, time: "" })).sort();
  return isDeepStrictEqual(timeless(one), timeless(other));
}

function pathsIn(tree: FieldsV1, path: Path): Path[] {
  const steps = Object.keys(tree);
  const isMember = steps.length === 0 || "." in tree;
  const below = steps.filter((step) => step !== ".");
  return [
    ...(isMember && path.length > 0 ? [path] : []),
    ...below.flatMap((step) => pathsIn(tree[step] ?? {}, [...path, step])),
  ];
}

/** A path that others go on from is marked by a dot. */
function treeOf(set: FieldSet): FieldsV1 {
  const root: FieldsV1 = {};
  const at = (path: Path) => path.reduce((tree, step) => (tree[step] ??= {}), root);
  for (const path of set.values()) at(path);
  for (const path of set.values()) {
    const tree = at(path);
    if (Object.keys(tree).length > 0) tree["."] = {};
  }
  return sorted(root);
}

function sorted(tree: FieldsV1): FieldsV1 {
  const steps = Object.keys(tree).sort();
  return Object.fromEntries(
    steps.map((step) => [step, isMap(tree[step]) ? sorted(tree[step] as FieldsV1) : {}]),
  );
}
