import { inject, it, vi } from "vitest";

/** A cluster that was there before the tests, with namespaces made for this run. */
export interface TestSite {
  /** As in $KUBECONFIG. */
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly podNamespace: string;
  /** Where the product's account is. */
  readonly appNamespace: string;
  readonly hasKubevirt: boolean;
  /** Of the product's ServiceAccount with its Roles; null: none could be made, and all is done as the kubeconfig's user. */
  readonly token: string | null;
}

declare module "vitest" {
  interface ProvidedContext {
    site: TestSite | null;
  }
}

/** null: each test has a simulator of its own. */
export const SITE: TestSite | null = inject("site") ?? null;

/** What not every cluster can be asked for. */
type Need =
  "kubevirt" | "no-kubevirt" | "clock" | "kubelet" | "node" | "state" | "size" | "stream" | "account";

/** Said of a test that is skipped, in its name. */
const REASONS: Readonly<Record<Need, string>> = {
  kubevirt: "KubeVirt is not installed",
  "no-kubevirt": "KubeVirt is installed",
  clock: "simulator only: moves the cluster's clock",
  kubelet: "simulator only: needs machines that boot or stop when told",
  node: "simulator only: breaks or counts nodes",
  state: "simulator only: puts the cluster in a state that no request brings about",
  size: "simulator only: too many objects for somebody else's cluster",
  stream: "simulator only: the proxy before other clusters carries no watch",
  account: "simulator only: signs in with an account of its own",
};

/** Why a test that needs these is skipped on a site; null where it is not, as nothing is on simulators of its own. */
export function whySkipped(
  wanted: readonly Need[],
  site: Pick<TestSite, "hasKubevirt"> | null,
): string | null {
  if (site === null) return null;
  const { hasKubevirt } = site;
  const isMissing = (need: Need) =>
    need === "kubevirt" ? !hasKubevirt : need !== "no-kubevirt" || hasKubevirt;
  const missing = wanted.find(isMissing);
  return missing === undefined ? null : REASONS[missing];
}

/** `it`, for a test that needs these: where they are missing it is skipped and says why. */
export function needs(...wanted: readonly Need[]): Pick<typeof it, "each"> & ((...of: Test) => void) {
  const why = whySkipped(wanted, SITE);
  const run = it.skipIf(why !== null);
  const named = (name: string) => (why === null ? name : `${name} [${why}]`);
  const each = ((cases: readonly unknown[]) =>
    (name: string, ...of: Body) =>
      run.each(cases)(named(name), ...of)) as typeof it.each;
  return Object.assign((name: string, ...of: Body) => run(named(name), ...of), { each });
}
type Body = [test: () => void | Promise<void>, timeoutMs?: number];
type Test = [name: string, ...Body];

/** How long controllers of a real cluster may take for what the simulator does at once. */
const PATIENCE_MS = 90_000;

/** Checks at once on a simulator, whose time the test has moved; elsewhere until it holds. */
export async function eventually(check: () => unknown): Promise<void> {
  if (SITE === null) await check();
  else await vi.waitFor(check, { timeout: PATIENCE_MS, interval: 300 });
}
