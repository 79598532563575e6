import { type DeletingPolicy, fits, type PolicyRule } from "@/lib/domain/kyverno-policy";
import { type Json, record, records, text, texts } from "./fields";

const KINDS = [
  { is: "vm", group: "kubevirt.io", kind: "VirtualMachine", plural: "virtualmachines" },
  { is: "pod", group: "", kind: "Pod", plural: "pods" },
  { is: "job", group: "batch", kind: "Job", plural: "jobs" },
] as const;

/** A CleanupPolicy or a ClusterCleanupPolicy (kyverno.io); null where it selects no kind of ours. */
export function cleanupPolicy(item: Json): DeletingPolicy | null {
  const { any, all } = record(record(item.spec).match);
  const filters = [...records(any), ...records(all)].map(({ resources }) => record(resources));
  return policyOf(
    item,
    filters.map(({ kinds, namespaces }) => ({
      kinds: KINDS.filter((ours) => texts(kinds).some((each) => isKind(each, ours))).map(({ is }) => is),
      namespaces: texts(namespaces).length === 0 ? null : texts(namespaces),
    })),
  );
}

/** A DeletingPolicy or a NamespacedDeletingPolicy (policies.kyverno.io); null where it selects no kind of ours. */
export function deletingPolicy(item: Json): DeletingPolicy | null {
  const { resourceRules } = record(record(item.spec).matchConstraints);
  return policyOf(
    item,
    records(resourceRules).map(({ apiGroups, resources }) => ({
      kinds: KINDS.filter(
        ({ group, plural }) =>
          texts(apiGroups).some((each) => fits(each, group)) &&
          texts(resources).some((each) => each === "*/*" || fits(each, plural)),
      ).map(({ is }) => is),
      namespaces: null,
    })),
  );
}

/** `Kind`, `version/Kind` or `group/version/Kind`, each with wildcards. */
function isKind(selector: string, { group, kind }: (typeof KINDS)[number]): boolean {
  const parts = selector.split("/");
  return fits(parts.at(-1) ?? "", kind) && (parts.length < 3 || fits(parts[0] ?? "", group));
}

/** A namespaced policy reaches nothing outside of its namespace, whatever it selects. */
function policyOf(item: Json, selected: readonly PolicyRule[]): DeletingPolicy | null {
  const { name, namespace } = record(item.metadata);
  const own = text(namespace);
  const rules = selected
    .filter(({ kinds }) => kinds.length > 0)
    .map((rule) => (own === "" ? rule : { ...rule, namespaces: [own] }));
  if (rules.length === 0) return null;
  return {
    name: own === "" ? text(name) : `${own}/${text(name)}`,
    schedule: text(record(item.spec).schedule),
    rules,
  };
}
