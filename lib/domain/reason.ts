/**
 * Why something happened, as a code with parameters. It is stored as it is and worded in lib/i18n, so that the same
 * row reads right in every language. `params` hold plain values only, never a token, a Secret's content or an object.
 */
export interface Reason {
  readonly code: ReasonCode;
  readonly params?: Readonly<Record<string, string | number | null>>;
}

export const REASON_CODES = [
  // launches; beside its own parameters each may have `message`: the cluster's own words, for admins only
  "launch-timed-out", // params: limitMinutes
  "launch-interrupted",
  "launch-abandoned", // the session ended while its machines were being made
  "quota-exceeded", // params: quota, key, requested, used, hard
  "quota-must-specify", // params: quota, keys
  "quota-unready", // params: quota
  "limit-range", // params: key, requested, hard
  "unschedulable",
  "image-pull", // params: image
  "image-not-allowed", // params: image
  "volume-missing", // params: volume
  "volume-unbound",
  "data-volume-error",
  "machine-crashed",
  "machine-missing", // params: machine
  "name-taken", // params: name
  "webhook-denied",
  "permission-missing", // params: verb, resource
  "cluster-refused", // params: status
  "cluster-unreachable",
  "cluster-timeout",
  // ends
  "returned",
  "expired",
  "ended-by-admin", // params: by
  "person-deactivated",
  "vanished",
  "hard-deadline",
  // refusals of a start or an extension
  "no-seat", // params: taken, cap, freeByMs
  "no-network-policy", // params: namespace
  "wrong-cluster", // params: namespace
  "old-database",
  "starts-switched-off", // params: message
  "already-has-session", // params: sessionId
  "lab-disabled",
  "lab-not-in-course",
  "kubevirt-absent",
  "session-over",
  "session-expired",
  "at-maximum", // params: maxMinutes
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];
