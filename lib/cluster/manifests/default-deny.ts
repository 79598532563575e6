import { LABEL } from "@/lib/domain/labels";
import { DEFAULT_DENY_POLICY } from "@/lib/domain/names";
import type { NetworkPolicyManifest } from "./network-policy";

/**
 * The standing policy of each namespace that sessions run in (design law 14): nothing in, nothing out but DNS. No
 * session owns it, and no label says who wrote it: Helm puts its own there, and would quarrel over it with whoever
 * applies the file. deploy/manifests/default-deny.yaml says the same for people who apply it by hand.
 */
export function defaultDenyPolicy(namespace: string): NetworkPolicyManifest {
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: DEFAULT_DENY_POLICY, namespace, labels: {} },
    spec: {
      podSelector: { matchExpressions: [{ key: LABEL.session, operator: "Exists" }] },
      policyTypes: ["Ingress", "Egress"],
      ingress: [],
      egress: [
        {
          to: [
            {
              namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "kube-system" } },
              podSelector: { matchLabels: { "k8s-app": "kube-dns" } },
            },
          ],
          ports: [
            { protocol: "UDP", port: 53 },
            { protocol: "TCP", port: 53 },
          ],
        },
      ],
    },
  };
}
