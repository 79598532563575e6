import { isQuotaText } from "@/lib/domain/quota-text";
import { ClusterError, type ClusterErrorCode } from "./cluster-error";
import { isRecord, text } from "./translate/fields";

/** What a refused request looked like. */
export interface RefusedAnswer {
  readonly method: string;
  readonly status: number;
  readonly body: string;
  readonly retryAfterSeconds: number | null;
}

/** The class of a refusal, from the Status body that the API server sends. Texts are those of Kubernetes 1.36. */
export function failureOf(answer: RefusedAnswer): ClusterError {
  const status = parseStatus(answer.body);
  const message = status?.message ?? answer.body.slice(0, 300).trim();
  return new ClusterError(
    codeOf(answer, status),
    answer.status,
    message || `HTTP ${answer.status}`,
    answer.retryAfterSeconds,
  );
}

interface Status {
  readonly message: string;
  readonly reason: string;
}

function codeOf(answer: RefusedAnswer, status: Status | null): ClusterErrorCode {
  const message = status?.message ?? "";
  if (answer.status === 401) return "unauthorized";
  if (/admission webhook ".*" denied the request/.test(message)) return "webhook-denied";
  switch (answer.status) {
    case 403:
      return isQuotaText(message) ? "quota-exceeded" : "forbidden";
    case 404:
      return isNotFound(status) ? "not-found" : "incomplete";
    case 409:
      return conflictCode(answer.method, status);
    case 410:
      return "gone";
    case 429:
      return "too-many-requests";
  }
  return answer.status >= 500 ? "server-error" : "invalid";
}

/** "404 page not found" and an unknown resource tell of the API, not of the object: they must not pass for its absence. */
function isNotFound(status: Status | null): boolean {
  return (
    status?.reason === "NotFound" && !status.message.startsWith("the server could not find the requested")
  );
}

function conflictCode(method: string, status: Status | null): ClusterErrorCode {
  if (method === "POST" && status?.reason === "AlreadyExists") return "already-exists";
  if (/the UID in the precondition .* does not match/.test(status?.message ?? "")) return "uid-mismatch";
  return "conflict";
}

function parseStatus(body: string): Status | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  if (!isRecord(parsed) || parsed.kind !== "Status") return null;
  return { message: text(parsed.message), reason: text(parsed.reason) };
}
