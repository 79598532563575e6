import type { MachineKind } from "./lab";

/**
 * A policy by which Kyverno deletes on a schedule: a (Cluster)CleanupPolicy or a (Namespaced)DeletingPolicy. What it
 * selects is told by kind and namespace alone; labels, names, exclusions and conditions are Kyverno's to judge.
 */
export interface DeletingPolicy {
  /** Of a namespaced one `namespace/name`. */
  readonly name: string;
  /** Five fields of cron. */
  readonly schedule: string;
  readonly rules: readonly PolicyRule[];
}
export interface PolicyRule {
  /** `job`: with the deadline Job its machine goes. */
  readonly kinds: readonly (MachineKind | "job")[];
  /** With `*` and `?` for any characters; null: all. */
  readonly namespaces: readonly string[] | null;
}

/** Could it delete a machine of this kind there? true says no more than that nothing which was read rules it out. */
export function mayDelete({ rules }: DeletingPolicy, kind: MachineKind, namespace: string): boolean {
  return rules.some(
    ({ kinds, namespaces }) =>
      (kinds.includes(kind) || kinds.includes("job")) &&
      (namespaces === null || namespaces.some((pattern) => fits(pattern, namespace))),
  );
}

/** Kyverno's wildcards: `*` for any characters, `?` for one. */
export function fits(pattern: string, name: string): boolean {
  const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${source.replaceAll("*", ".*").replaceAll("?", ".")}$`).test(name);
}
