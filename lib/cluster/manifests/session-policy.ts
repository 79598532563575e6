import { LABEL } from "@/lib/domain/labels";
import type { EgressRule } from "@/lib/domain/lab";
import type { NewSessionPolicy } from "../cluster";
import { ownedMetadata } from "./manifest";
import type { LabelSelector, NetworkPolicyManifest, NetworkPolicySpec } from "./network-policy";
import { exceptionsOf, parseCidr } from "./protected-ranges";

/**
 * What one session may do beyond the default deny (design law 14): reach the lab's own egress, be reached on its
 * access port from CURFEW_ACCESS_CIDRS, and talk within its group. An empty peer list would mean "everyone", so a
 * rule without peers is left out. Throws RangeError for a CIDR that is wrong or never allowed.
 */
export function sessionPolicy(policy: NewSessionPolicy): NetworkPolicyManifest {
  const own = ownPods(policy);
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: ownedMetadata(policy),
    spec: {
      podSelector: own,
      policyTypes: ["Ingress", "Egress"],
      ingress: [...accessRules(policy), ...(policy.isGroup ? [{ from: [{ podSelector: own }] }] : [])],
      egress: [...policy.egress.map(egressRule), ...(policy.isGroup ? [{ to: [{ podSelector: own }] }] : [])],
    },
  };
}

function ownPods(policy: NewSessionPolicy): LabelSelector {
  const { installationId, sessionId } = policy.identity;
  return { matchLabels: { [LABEL.installation]: installationId, [LABEL.session]: sessionId } };
}

function accessRules(policy: NewSessionPolicy): NetworkPolicySpec["ingress"] {
  if (policy.accessPort === null || policy.accessCidrs.length === 0) return [];
  for (const cidr of policy.accessCidrs) parseCidr(cidr);
  return [
    {
      from: policy.accessCidrs.map((cidr) => ({ ipBlock: { cidr } })),
      ports: [{ protocol: "TCP", port: policy.accessPort }],
    },
  ];
}

function egressRule(rule: EgressRule): NetworkPolicySpec["egress"][number] {
  // An empty list of ports means "every port" to Kubernetes; a lab that lists none has forgotten them.
  if (rule.ports.length === 0) throw new RangeError(`Egress to ${rule.cidr} names no port`);
  const except = [...new Set([...exceptionsOf(rule.cidr), ...(rule.except ?? [])])];
  const ipBlock = except.length > 0 ? { cidr: rule.cidr, except } : { cidr: rule.cidr };
  return { to: [{ ipBlock }], ports: rule.ports.map(({ protocol, port }) => ({ protocol, port })) };
}
