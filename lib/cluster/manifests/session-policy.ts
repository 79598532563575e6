import { parseCidr } from "@/lib/domain/cidr";
import { checkEgress } from "@/lib/domain/egress-rules";
import type { EgressRule } from "@/lib/domain/lab";
import { LABEL } from "@/lib/domain/labels";
import type { NewSessionPolicy } from "../cluster";
import { ownedMetadata } from "./manifest";
import type { LabelSelector, NetworkPolicyManifest, NetworkPolicySpec } from "./network-policy";

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
  const wrong = policy.accessCidrs.find((cidr) => parseCidr(cidr) === null);
  if (wrong !== undefined) throw new RangeError(`"${wrong}" is no CIDR such as 192.0.2.0/24`);
  return [
    {
      from: policy.accessCidrs.map((cidr) => ({ ipBlock: { cidr } })),
      ports: [{ protocol: "TCP", port: policy.accessPort }],
    },
  ];
}

/** Checked when the lab was stored, and here again: rules that got stricter since hold for old rows too. */
function egressRule(rule: EgressRule): NetworkPolicySpec["egress"][number] {
  const problem = checkEgress([rule])[0];
  if (problem) throw new RangeError(`Egress to ${rule.cidr} is not allowed: ${problem.code}`);
  // An empty list of ports means "every port" to Kubernetes; a lab that lists none has forgotten them.
  if (rule.ports.length === 0) throw new RangeError(`Egress to ${rule.cidr} names no port`);
  const except = rule.except ?? [];
  const ipBlock = except.length > 0 ? { cidr: rule.cidr, except } : { cidr: rule.cidr };
  return { to: [{ ipBlock }], ports: rule.ports.map(({ protocol, port }) => ({ protocol, port })) };
}
