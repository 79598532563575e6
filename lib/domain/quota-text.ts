import type { Reason } from "./reason";

const EXCEEDED = /exceeded quota: ([^,]+), requested: (.+?), used: (.+?), limited: (.+?)\s*$/s;
const MUST_SPECIFY = /failed quota: ([^:]+): must specify (.+?)\s*$/s;

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
  return null;
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
