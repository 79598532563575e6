/** What went wrong in a call to the cluster, by class and status. `message` is the cluster's own text: admins only. */
export class ClusterError extends Error {
  override readonly name = "ClusterError";
  constructor(
    readonly code: ClusterErrorCode,
    /** HTTP status, or null where there was no answer. */
    readonly status: number | null,
    message: string,
    /** What a 429/503 asked us to wait. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }

  /** Told by its name: the web server's bundles each have their own copy of this class, and share one cluster. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "ClusterError";
  }
}

export type ClusterErrorCode =
  | "unauthorized" // 401
  | "forbidden" // 403 by RBAC
  | "quota-exceeded" // 403 by a ResourceQuota or a LimitRange
  | "webhook-denied" // 403/422/400 by an admission webhook
  | "not-found"
  | "already-exists" // 409 on create
  | "uid-mismatch" // 409 on a delete's precondition
  | "conflict" // any other 409
  | "gone" // 410
  | "invalid" // 400/422
  | "too-many-requests" // 429 that did not end in time
  | "server-error" // 5xx
  | "incomplete" // the answer was cut short or is no valid JSON
  | "timeout"
  | "aborted"
  | "network";
