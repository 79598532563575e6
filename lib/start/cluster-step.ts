import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestSite } from "@/lib/cluster/test-site";
import { type ClusterSite, makeClusterSite } from "./cluster-site";
import { runVitest, type StepOutcome } from "./run-vitest";
import { judgeRights, readRightsUsed, type Site } from "./rights-used";
import { startSimulator } from "./simulator";

/** Boots a guest, and empties a namespace, in moments. */
const SPEED = 50;

export interface ChosenCluster {
  readonly kubeconfig?: string;
  /** Of the namespaces, the others with `-pods` and `-app`; a random name unless given. */
  readonly namespace?: string;
}

/**
 * The tests of cluster and pass: on the cluster that a kubeconfig names, in namespaces made for the run and removed
 * after it however it ends; without a kubeconfig on simulators of their own. Never throws.
 */
export async function testCluster(
  signal: AbortSignal,
  { kubeconfig, namespace }: ChosenCluster,
): Promise<StepOutcome> {
  if (!kubeconfig) return runJudged(signal, { isForeign: false, hasKubevirt: true });
  let site: ClusterSite;
  try {
    site = await makeClusterSite(kubeconfig, namespace || undefined);
  } catch (error) {
    return { passed: 0, failed: 1, output: sentence(error) };
  }
  const { remove, accountProblem, server, ...told } = site;
  const kind = { isForeign: true, hasKubevirt: site.hasKubevirt };
  const outcome = await runJudged(signal, kind, environment(told));
  return finish({ ...outcome, notes: [...about(site), ...(outcome.notes ?? [])] }, remove);
}

/**
 * The same on simulators that are as foreign to the tests as any cluster, one with KubeVirt and one without: other
 * processes, known by their kubeconfigs alone.
 */
export async function testForeignCluster(signal: AbortSignal): Promise<StepOutcome> {
  const first = await testForeign(signal, []);
  return added(first, await testForeign(signal, ["--no-kubevirt"]));
}

function added(one: StepOutcome, other: StepOutcome): StepOutcome {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    output: [one.output, other.output].join("\n"),
    notes: [...(one.notes ?? []), ...(other.notes ?? [])],
  };
}

async function testForeign(signal: AbortSignal, more: readonly string[]): Promise<StepOutcome> {
  const folder = mkdtempSync(path.join(tmpdir(), "curfew-foreign-"));
  try {
    const token = randomBytes(24).toString("hex");
    const args = ["--speed", String(SPEED), ...more];
    const simulator = await startSimulator({ folder, token, namespace: "somebody-elses", args });
    try {
      return await testCluster(signal, { kubeconfig: simulator.kubeconfig });
    } finally {
      await simulator.stop();
    }
  } catch (error) {
    return { passed: 0, failed: 1, output: sentence(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is said of the cluster before anything of what came out there. */
export function about(site: Omit<ClusterSite, "remove">): string[] {
  const said = [`on ${site.server}, in ${site.namespace} and ${site.podNamespace}`];
  said.push(
    site.accountProblem === null
      ? "with the rights of the product's own Roles"
      : `with the kubeconfig's own rights, since the product's account cannot be made: ${site.accountProblem}`,
  );
  if (!site.hasKubevirt) said.push("KubeVirt is not installed there: its cases are skipped");
  return said;
}

/** A right that no test uses, or one that is in no Role, fails a run that is good otherwise. */
async function runJudged(
  signal: AbortSignal,
  site: Site,
  env: Readonly<Record<string, string>> = {},
): Promise<StepOutcome> {
  const folder = mkdtempSync(path.join(tmpdir(), "curfew-rights-"));
  try {
    const outcome = await runVitest("cluster", signal, { ...env, CURFEW_TEST_ASKED: folder });
    if (outcome.failed > 0 || signal.aborted) return outcome;
    const { problems, notes } = judgeRights(readRightsUsed(folder), site);
    const told = { ...outcome, notes: [...(outcome.notes ?? []), ...notes] };
    return problems.length === 0 ? told : { ...told, failed: problems.length, output: problems.join("\n") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function finish(outcome: StepOutcome, remove: ClusterSite["remove"]): Promise<StepOutcome> {
  try {
    const left = await remove();
    if (left.length === 0) return outcome;
    const note = `still ending, look after them: namespaces ${left.join(", ")}`;
    return { ...outcome, notes: [...(outcome.notes ?? []), note] };
  } catch (error) {
    const output = `${outcome.output}\nThe namespaces were not removed: ${sentence(error)}`;
    return { ...outcome, failed: outcome.failed + 1, output };
  }
}

function environment(site: TestSite): Record<string, string> {
  return { CURFEW_TEST_SITE: JSON.stringify(site) };
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
