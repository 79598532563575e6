/** What a pod says of the node that may take it. */
export interface PodRules {
  /** Labels that its node must have. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly Toleration[];
  /** Required node affinity: one of these must hold, with all its parts; null: none is required. */
  readonly nodeTerms: readonly (readonly NodeRequirement[])[] | null;
}
/** As written, with the default operator filled in; empty key or effect: every one. */
export interface Toleration {
  readonly key: string;
  readonly operator: string;
  readonly value: string;
  readonly effect: string;
}
export interface NodeRequirement {
  /** Of a label; a field's name where it is one (matchFields). */
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
  readonly isField: boolean;
}
