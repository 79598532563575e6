import { NAMESPACE, type Stack } from "./stack";

const INSTANCES = `/apis/kubevirt.io/v1/namespaces/${NAMESPACE}/virtualmachineinstances`;
const PATIENCE_MS = 60_000;
const LOOK_MS = 500;

/**
 * Puts the cluster of a running demo into a scenario, once its machines run and a pass has seen them: a node that is
 * lost must have something to lose, and a database can be old only where there was a pass. Answers a sentence to print.
 */
export async function playScenario(stack: Stack, name: string): Promise<string> {
  const { url, token } = stack.simulator;
  const headers = { authorization: `Bearer ${token}` };
  const untilMs = Date.now() + PATIENCE_MS;
  while (!(await allRun(url, headers)) && Date.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  await pass(stack);
  const path = `/simulator/scenarios/${encodeURIComponent(name)}?namespace=${NAMESPACE}`;
  const answer = await fetch(url + path, { method: "POST", headers });
  const { message } = (await answer.json()) as { message?: string };
  if (!answer.ok) return `No scenario is played. ${message ?? ""}`;
  await pass(stack);
  return `Scenario: ${name}`;
}

async function allRun(url: string, headers: Record<string, string>): Promise<boolean> {
  const answer = await fetch(url + INSTANCES, { headers });
  const { items } = (await answer.json()) as { items: { status: { phase: string } }[] };
  return items.length > 0 && items.every(({ status }) => status.phase === "Running");
}

async function pass({ url, reapToken }: Stack): Promise<void> {
  await fetch(`${url}/api/reap`, { method: "POST", headers: { authorization: `Bearer ${reapToken}` } });
}
