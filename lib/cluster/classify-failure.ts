import type { Reason } from "@/lib/domain/reason";
import type { ItemFailure } from "@/lib/domain/session";
import { ClusterError } from "./cluster-error";

/** What was being created when it failed. */
export interface FailedAct {
  readonly verb: "create" | "delete" | "get" | "list" | "patch" | "update";
  /** The plural as RBAC names it: "virtualmachines". */
  readonly resource: string;
  readonly name: string;
}

/** A failure as a row or a pass keeps it: class and status, never the cluster's own text (design law 18). */
export function itemFailure(resource: string, error: unknown): ItemFailure {
  if (error instanceof ClusterError) return { resource, error: error.code, status: error.status };
  return { resource, error: "unexpected", status: null };
}

/** Why a launch failed, in the words that a person can act on. */
export function launchReason(error: ClusterError, act: FailedAct): Reason {
  switch (error.code) {
    case "quota-exceeded":
      return quotaReason(error.message);
    case "webhook-denied":
      return { code: "webhook-denied", params: { message: deniedMessage(error.message) } };
    case "unauthorized":
    case "forbidden":
      return { code: "permission-missing", params: { verb: act.verb, resource: act.resource } };
    case "already-exists":
      return { code: "name-taken", params: { name: act.name } };
    case "timeout":
      return { code: "cluster-timeout" };
    case "aborted":
      return { code: "launch-interrupted" };
    case "network":
      return { code: "cluster-unreachable" };
    default:
      return { code: "cluster-refused", params: { status: error.status } };
  }
}

/**
 * The first key of `… exceeded quota: Q, requested: K=V[,K=V], used: K=V, limited: K=V`, or the keys of
 * `failed quota: Q: must specify K for: C; …` (texts of Kubernetes 1.36, recorded).
 */
export function quotaReason(message: string): Reason {
  const exceeded = /exceeded quota: ([^,\s]+), requested: (\S+), used: (\S+), limited: (\S+)/.exec(message);
  if (exceeded) {
    const [, quota = "", requested = "", used = "", limited = ""] = exceeded;
    const key = requested.split("=")[0] ?? "";
    const params = {
      quota,
      key,
      requested: amount(requested, key),
      used: amount(used, key),
      hard: amount(limited, key),
    };
    return { code: "quota-exceeded", params };
  }
  const missing = /failed quota: ([^:\s]+): must specify (.+)$/.exec(message);
  if (missing) {
    const [, quota = "", rest = ""] = missing;
    const keys = rest.split(";").map((part) => part.trim().split(" for:")[0] ?? "");
    return { code: "quota-must-specify", params: { quota, keys: keys.join(", ") } };
  }
  return { code: "quota-exceeded", params: { quota: "", key: "", requested: null, used: null, hard: null } };
}

function amount(pairs: string, key: string): string | null {
  const pair = pairs.split(",").find((one) => one.startsWith(`${key}=`));
  return pair === undefined ? null : pair.slice(key.length + 1);
}

function deniedMessage(message: string): string {
  return message.replace(/^.*?denied the request: /s, "").slice(0, 300);
}
