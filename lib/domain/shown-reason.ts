import { may, mayAnywhere } from "./permissions";
import type { Actor } from "./person";
import type { Reason } from "./reason";

/**
 * Reasons that tell of the cluster's inside: quotas, nodes, volumes, rights. Whoever is no staff is told the code alone,
 * and reads words of their own for it (`studentReason` in lib/i18n).
 */
export const INSIDE_REASONS = [
  "quota-exceeded",
  "quota-must-specify",
  "quota-unready",
  "limit-range",
  "unschedulable",
  "image-pull",
  "volume-missing",
  "volume-unbound",
  "data-volume-error",
  "machine-missing",
  "name-taken",
  "webhook-denied",
  "permission-missing",
  "cluster-refused",
] as const;
export type InsideReason = (typeof INSIDE_REASONS)[number];

export function isInside(code: string): code is InsideReason {
  return (INSIDE_REASONS as readonly string[]).includes(code);
}

/** As much of a reason as this actor may read: the cluster's own words are for admins only (design law 18). */
export function shownReason(reason: Reason, actor: Actor): Reason {
  if (may(actor, "log.see")) return reason;
  if (isInside(reason.code) && !mayAnywhere(actor, "capacity.see")) return { code: reason.code };
  return withoutMessage(reason);
}

/** A reason without the cluster's own words. */
export function withoutMessage(reason: Reason): Reason {
  const { message, ...params } = reason.params ?? {};
  return message === undefined ? reason : { ...reason, params };
}
