import { containsCidr, parseCidr, parseIp } from "./cidr";
import { meetsRequirement } from "./label-requirement";
import type { Labels } from "./labels";

/** One end of a connection: a pod, or an address outside (a node, the API server, the internet). */
export type Endpoint =
  | {
      readonly type: "pod";
      readonly namespace: string;
      readonly labels: Labels;
      readonly namespaceLabels?: Labels;
      /** Where known, rules by address are held to match it as well: the answer that allows more. */
      readonly address?: string;
    }
  | { readonly type: "outside"; readonly address: string };

export interface PortUse {
  readonly protocol: "TCP" | "UDP" | "SCTP";
  readonly port: number;
}

/** What is read of a networking.k8s.io/v1 NetworkPolicy. */
export interface PolicyManifest {
  readonly metadata: { readonly namespace?: string };
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly { readonly from?: readonly Peer[]; readonly ports?: readonly PolicyPort[] }[];
    readonly egress?: readonly { readonly to?: readonly Peer[]; readonly ports?: readonly PolicyPort[] }[];
  };
}
export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}
export interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}
export interface PolicyPort {
  readonly protocol?: string;
  readonly port?: number | string;
  readonly endPort?: number;
}

/**
 * May a connection go from `from` to `to`, by the rules of networking.k8s.io/v1: each end whose pod some policy of that
 * direction selects needs one rule that allows it; a pod that none selects is open.
 */
export function mayReach(
  from: Endpoint,
  to: Endpoint,
  policies: readonly PolicyManifest[],
  use: PortUse,
): boolean {
  return mayLeave(from, to, policies, use) && mayEnter(from, to, policies, use);
}

function mayLeave(from: Endpoint, to: Endpoint, policies: readonly PolicyManifest[], use: PortUse): boolean {
  const rules = rulesFor(from, policies, "Egress");
  if (rules === null) return true;
  return rules.some(({ namespace, policy }) =>
    (policy.spec.egress ?? []).some((rule) => matches(rule.to, rule.ports, to, namespace, use)),
  );
}

function mayEnter(from: Endpoint, to: Endpoint, policies: readonly PolicyManifest[], use: PortUse): boolean {
  const rules = rulesFor(to, policies, "Ingress");
  if (rules === null) return true;
  return rules.some(({ namespace, policy }) =>
    (policy.spec.ingress ?? []).some((rule) => matches(rule.from, rule.ports, from, namespace, use)),
  );
}

/** The policies of one direction that select this end, or null where none does. */
function rulesFor(end: Endpoint, policies: readonly PolicyManifest[], direction: "Ingress" | "Egress") {
  if (end.type !== "pod") return null;
  const selecting = policies
    .map((policy) => ({ policy, namespace: policy.metadata.namespace ?? "default" }))
    .filter(({ policy, namespace }) => namespace === end.namespace && typesOf(policy).includes(direction))
    .filter(({ policy }) => selects(policy.spec.podSelector, end.labels));
  return selecting.length > 0 ? selecting : null;
}

/** Left out, policyTypes is Ingress, and Egress where there are egress rules (Kubernetes' own default). */
function typesOf({ spec }: PolicyManifest): readonly string[] {
  return spec.policyTypes ?? (spec.egress ? ["Ingress", "Egress"] : ["Ingress"]);
}

function matches(
  peers: readonly Peer[] | undefined,
  ports: readonly PolicyPort[] | undefined,
  end: Endpoint,
  namespace: string,
  use: PortUse,
): boolean {
  const isPeer = !peers || peers.length === 0 || peers.some((peer) => isOf(peer, end, namespace));
  const isPort = !ports || ports.length === 0 || ports.some((port) => covers(port, use));
  return isPeer && isPort;
}

function isOf(peer: Peer, end: Endpoint, namespace: string): boolean {
  if (peer.ipBlock) return end.address !== undefined && isInBlock(peer.ipBlock, end.address);
  if (end.type !== "pod") return false;
  const isNamespace = peer.namespaceSelector
    ? selects(peer.namespaceSelector, end.namespaceLabels ?? {})
    : end.namespace === namespace;
  return isNamespace && (!peer.podSelector || selects(peer.podSelector, end.labels));
}

function isInBlock(block: NonNullable<Peer["ipBlock"]>, address: string): boolean {
  const ip = parseIp(address);
  const isIn = (text: string) => {
    const cidr = parseCidr(text);
    return cidr !== null && ip !== null && containsCidr(cidr, ip);
  };
  return isIn(block.cidr) && !(block.except ?? []).some(isIn);
}

/** A named port is resolved by the target pod alone, which is not known here: it covers nothing. */
function covers(port: PolicyPort, use: PortUse): boolean {
  if ((port.protocol ?? "TCP") !== use.protocol) return false;
  if (port.port === undefined) return true;
  if (typeof port.port !== "number") return false;
  return use.port >= port.port && use.port <= (port.endPort ?? port.port);
}

function selects(selector: Selector, labels: Labels): boolean {
  const isEqual = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  return (
    isEqual &&
    (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) =>
      meetsRequirement(operator, values, labels[key]),
    )
  );
}
