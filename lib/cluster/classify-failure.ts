import { MESSAGE_LIMIT } from "@/lib/domain/launch-problem";
import { quotaProblem } from "@/lib/domain/quota-text";
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

/** A refusal by a quota whose text does not say which. */
const UNTOLD_QUOTA = {
  code: "quota-exceeded",
  params: { quota: "", key: "", requested: null, used: null, hard: null },
} as const satisfies Reason;

/** A failure as a row or a pass keeps it: class and status, never the cluster's own text (design law 18). */
export function itemFailure(resource: string, error: unknown): ItemFailure {
  if (error instanceof ClusterError) return { resource, error: error.code, status: error.status };
  return { resource, error: "unexpected", status: null };
}

/** Why a launch failed, in the words that a person can act on; `params.message` is the cluster's, for admins only. */
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

function quotaReason(text: string): Reason {
  const { code, params } = quotaProblem(text) ?? UNTOLD_QUOTA;
  return { code, params: { ...params, message: text.slice(0, MESSAGE_LIMIT) } };
}

function deniedMessage(message: string): string {
  return message.replace(/^.*?denied the request: /s, "").slice(0, MESSAGE_LIMIT);
}
