import { type KubeObject, renderChart, valuesOf } from "@/deploy/render-chart";
import { API_AUDIENCE, type TokenEntry } from "@/lib/simulator/access";
import { grantedRules } from "@/lib/simulator/rbac";
import type { RunningSimulator } from "@/lib/simulator/server";

const RELEASE = "curfew";
const RBAC_KINDS = ["Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"];
const TOKEN = "a token of the product's own account";

export interface Namespaces {
  readonly vm: string;
  /** The same one: pods have none of their own. */
  readonly pod: string;
  /** Of the release: its account and the reaper's CronJob are in it. */
  readonly app: string;
}
/** Of the release, where nothing else is said. */
export const APP_NAMESPACE = "curfew";
/** How the code that is tested signs in at an API server. */
export interface Account {
  readonly server: string;
  readonly token: string;
}

const made = new Map<string, KubeObject[]>();

/**
 * The product's ServiceAccount with its Roles and bindings, made by the chart for these namespaces: what is in
 * deploy/manifests, as a test there holds them to it, under other names. In the order in which they can be created.
 */
export function accountObjects({ vm, pod, app }: Namespaces): readonly KubeObject[] {
  const key = `${vm} ${pod} ${app}`;
  const known = made.get(key);
  if (known) return known;
  const values = valuesOf("production", { namespaces: { vm, pod: pod === vm ? "" : pod } });
  const objects = renderChart(values, { name: RELEASE, namespace: app });
  const own = objects.filter(({ kind, metadata }) => kind === "ServiceAccount" && metadata.name === RELEASE);
  const rights = objects.filter(({ kind }) => RBAC_KINDS.includes(kind));
  const all = [...own, ...rights.toSorted((a, b) => RBAC_KINDS.indexOf(a.kind) - RBAC_KINDS.indexOf(b.kind))];
  made.set(key, all);
  return all;
}

export function accountUser({ app }: Pick<Namespaces, "app">): string {
  return `system:serviceaccount:${app}:${RELEASE}`;
}

/** Path of the subresource that gives the account's token. */
export function accountTokenPath({ app }: Namespaces): string {
  return `/api/v1/namespaces/${app}/serviceaccounts/${RELEASE}/token`;
}

/** Lets the product's account into a simulator, with just the rights of its Roles; they outlive an emptied namespace. */
export function admitAccount(sim: RunningSimulator, namespaces: Namespaces): Account {
  const user = accountUser(namespaces);
  const groups = ["system:serviceaccounts", `system:serviceaccounts:${namespaces.app}`];
  const rules = grantedRules(accountObjects(namespaces), { user, groups });
  const entry: TokenEntry = { token: TOKEN, user, groups, rules, audiences: [API_AUDIENCE] };
  sim.tokens.push(entry);
  return { server: sim.url, token: TOKEN };
}

/** Throws where the account asked for something that its Roles do not allow, and no test had taken away. */
export function expectAllowed(refusals: readonly string[]): void {
  const [first] = refusals;
  if (first === undefined) return;
  const more = refusals.length === 1 ? "" : ` (and ${refusals.length - 1} more)`;
  throw new Error(`The product asked for what its Roles do not allow: ${first}${more}`);
}
