import type { Reason } from "./reason";

const EXCEEDED = /exceeded quota: ([^,]+), requested: (.+?), used: (.+?), limited: (.+?)\s*$/s;
const MUST_SPECIFY = /failed quota: ([^:]+): must specify (.+?)\s*$/s;
const UNREADY = /status unknown for quota: ([^,\s]+)/;
/** A LimitRange, which bounds one container or claim and not the namespace. */
const LIMIT_RANGE =
  /(?:maximum|minimum) (\S+) usage per \S+ is ([^,\s]+), but (?:request|limit) is ([^,\s\].]+)/;

/** Does the API server refuse because of a ResourceQuota or LimitRange? The status, 403, is that of RBAC. */
export function isQuotaText(message: string): boolean {
  const isQuota = /exceeded quota: |failed quota: |status unknown for quota: |insufficient quota /.test(
    message,
  );
  return isQuota || LIMIT_RANGE.test(message);
}

/**
 * The quota refusal in a message of the API server or of virt-controller, or null where it is none. Of several keys
 * the first is told: it is one that was exceeded (cluster-facts H: only exceeding keys are listed).
 */
export function quotaProblem(message: string): Reason | null {
  const exceeded = EXCEEDED.exec(message);
  if (exceeded) {
    const [, quota = "", requested = "", used = "", limited = ""] = exceeded;
    const [key = "", amount = ""] = splitPair(requested.split(",")[0] ?? "");
    return {
      code: "quota-exceeded",
      params: { quota, key, requested: amount, used: valueOf(used, key), hard: valueOf(limited, key) },
    };
  }
  const missing = MUST_SPECIFY.exec(message);
  if (missing)
    return { code: "quota-must-specify", params: { quota: missing[1] ?? "", keys: missing[2] ?? "" } };
  const unready = UNREADY.exec(message);
  if (unready) return { code: "quota-unready", params: { quota: unready[1] ?? "" } };
  const [, key, hard, requested] = LIMIT_RANGE.exec(message) ?? [];
  return key === undefined
    ? null
    : { code: "limit-range", params: { key, hard: hard ?? "", requested: requested ?? "" } };
}

function valueOf(list: string, key: string): string | null {
  for (const entry of list.split(",")) {
    const [name, value] = splitPair(entry.trim());
    if (name === key) return value;
  }
  return null;
}

function splitPair(entry: string): [string, string] {
  const at = entry.indexOf("=");
  return at < 0 ? [entry.trim(), ""] : [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
}
