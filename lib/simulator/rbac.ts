import type { Caller, Rule } from "./access";
import type { ObjectReader } from "./store";

const GROUP = "rbac.authorization.k8s.io";

/** As much of a Role, a ClusterRole or a binding of one as says who may do what. */
export interface RbacObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules?: unknown;
  readonly roleRef?: unknown;
  readonly subjects?: unknown;
}
interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** The caller with what Roles and ClusterRoles grant it besides the rules of its own. */
export function withRoles(caller: Caller, store: ObjectReader): Caller {
  if (caller.rules === "admin") return caller;
  const kinds = ["rolebindings", "clusterrolebindings", "roles", "clusterroles"];
  const objects = kinds.flatMap((plural) => store.list(`${plural}.${GROUP}`) as RbacObject[]);
  if (objects.length === 0) return caller;
  return { ...caller, rules: [...caller.rules, ...grantedRules(objects, caller)] };
}

/**
 * What these objects grant a user, as rules of this simulator. The words of `because` are those of
 * kubernetes/plugin/pkg/auth/authorizer/rbac. Aggregated ClusterRoles and paths that are no resource are not known.
 */
export function grantedRules(
  objects: readonly RbacObject[],
  who: { readonly user: string; readonly groups?: readonly string[] },
): Rule[] {
  return objects
    .filter(({ kind }) => kind === "RoleBinding" || kind === "ClusterRoleBinding")
    .flatMap((binding) => {
      const subject = ((binding.subjects ?? []) as Subject[]).find((one) => isOne(one, who));
      if (!subject) return [];
      const { namespace } = binding.metadata;
      const ref = binding.roleRef as { kind: string; name: string };
      const role = objects.find(
        ({ kind, metadata }) =>
          kind === ref.kind &&
          metadata.name === ref.name &&
          (kind === "ClusterRole" || metadata.namespace === namespace),
      );
      const of = namespace === undefined ? binding.metadata.name : `${binding.metadata.name}/${namespace}`;
      const because = `RBAC: allowed by ${binding.kind} "${of}" of ${ref.kind} "${ref.name}" to ${told(subject)}`;
      return ((role?.rules ?? []) as Partial<Rule>[])
        .filter((rule) => rule.resources !== undefined)
        .map(({ apiGroups = [], resources = [], verbs = [], resourceNames = [] }) => ({
          ...{ apiGroups, resources, verbs, because },
          ...(resourceNames.length === 0 ? {} : { resourceNames }),
          ...(namespace === undefined ? {} : { namespaces: [namespace] }),
        }));
    });
}

function isOne(
  { kind, name, namespace }: Subject,
  who: { readonly user: string; readonly groups?: readonly string[] },
): boolean {
  if (kind === "ServiceAccount") return who.user === `system:serviceaccount:${namespace}:${name}`;
  if (kind === "Group") return name === "system:authenticated" || (who.groups ?? []).includes(name);
  return kind === "User" && who.user === name;
}

function told({ kind, name, namespace }: Subject): string {
  return `${kind} "${kind === "ServiceAccount" ? `${name}/${namespace}` : name}"`;
}
