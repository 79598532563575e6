import type { ManifestMetadata } from "./manifest";

/** The part of networking.k8s.io/v1 that we write; the evaluator of the tests reads the same. */
export interface NetworkPolicyManifest {
  readonly apiVersion: "networking.k8s.io/v1";
  readonly kind: "NetworkPolicy";
  readonly metadata: ManifestMetadata;
  readonly spec: NetworkPolicySpec;
  readonly [field: string]: unknown;
}
export interface NetworkPolicySpec {
  readonly podSelector: LabelSelector;
  readonly policyTypes: readonly ("Ingress" | "Egress")[];
  readonly ingress: readonly { readonly from: readonly Peer[]; readonly ports?: readonly PolicyPort[] }[];
  readonly egress: readonly { readonly to: readonly Peer[]; readonly ports?: readonly PolicyPort[] }[];
}
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
    readonly values?: readonly string[];
  }[];
}
export type Peer =
  | { readonly podSelector?: LabelSelector; readonly namespaceSelector?: LabelSelector }
  | { readonly ipBlock: { readonly cidr: string; readonly except?: readonly string[] } };
export interface PolicyPort {
  readonly protocol: "TCP" | "UDP";
  readonly port: number;
}
