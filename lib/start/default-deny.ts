import { defaultDenyPolicy } from "@/lib/cluster/manifests/default-deny";

/** Puts the standing NetworkPolicy into a simulated namespace, as `kubectl apply` does in a real one. */
export async function applyDefaultDeny(server: string, token: string, namespace: string): Promise<void> {
  const answer = await fetch(`${server}/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(defaultDenyPolicy(namespace)),
    signal: AbortSignal.timeout(8_000),
  });
  if (answer.ok || answer.status === 409) return;
  throw new Error(`the standing NetworkPolicy was not accepted: ${answer.status} ${await answer.text()}`);
}
