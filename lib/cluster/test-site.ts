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

/** Where it is not, a world's VMs are absent. */
export const HAS_KUBEVIRT = SITE?.hasKubevirt ?? true;

function isMissing(need: Need): boolean {
  if (SITE === null) return false;
  return need === "kubevirt" ? !HAS_KUBEVIRT : need !== "no-kubevirt" || HAS_KUBEVIRT;
}

/** `it`, for a test that needs these: where they are missing it is skipped and says why. */
export function needs(...wanted: readonly Need[]): Pick<typeof it, "each"> & ((...of: Test) => void) {
  const missing = wanted.find(isMissing);
  const run = it.skipIf(missing !== undefined);
  const named = (name: string) => (missing === undefined ? name : `${name} [${REASONS[missing]}]`);
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
