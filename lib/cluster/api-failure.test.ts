import { describe, expect, it } from "vitest";
import { failureOf } from "./api-failure";
import type { ClusterErrorCode } from "./cluster-error";

const status = (code: number, reason: string, message: string) =>
  JSON.stringify({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason,
    code,
  });

const codeOf = (method: string, code: number, body: string) =>
  failureOf({ method, status: code, body, retryAfterSeconds: null }).code;

const RECORDED: readonly [string, string, number, string, string, ClusterErrorCode][] = [
  ["a bad token", "GET", 401, "Unauthorized", "Unauthorized", "unauthorized"],
  [
    "RBAC",
    "DELETE",
    403,
    "Forbidden",
    'virtualmachines.kubevirt.io "g1" is forbidden: User "alice" cannot delete resource "virtualmachines" in API group "kubevirt.io" in the namespace "lab"',
    "forbidden",
  ],
  [
    "a full quota, same status and reason as RBAC",
    "POST",
    403,
    "Forbidden",
    'pods "p2" is forbidden: exceeded quota: team, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1',
    "quota-exceeded",
  ],
  [
    "a quota that wants limits",
    "POST",
    403,
    "Forbidden",
    'pods "p1" is forbidden: failed quota: team: must specify limits.cpu for: app; limits.memory for: app',
    "quota-exceeded",
  ],
  [
    "a LimitRange",
    "POST",
    403,
    "Forbidden",
    'pods "p2" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi',
    "quota-exceeded",
  ],
  [
    "a webhook with 422",
    "POST",
    422,
    "Invalid",
    'admission webhook "virtualmachine-validator.kubevirt.io" denied the request: Invalid RunStrategy (Sometimes)',
    "webhook-denied",
  ],
  [
    "a webhook with 403",
    "DELETE",
    403,
    "Forbidden",
    'admission webhook "hold.example.com" denied the request: not now',
    "webhook-denied",
  ],
  ["a missing object", "GET", 404, "NotFound", 'secrets "s1" not found', "not-found"],
  [
    "an unknown resource, which is no missing object",
    "DELETE",
    404,
    "NotFound",
    "the server could not find the requested resource",
    "incomplete",
  ],
  [
    "a name that is taken",
    "POST",
    409,
    "AlreadyExists",
    'virtualmachines.kubevirt.io "b1" already exists',
    "already-exists",
  ],
  [
    "another UID",
    "DELETE",
    409,
    "Conflict",
    'Operation cannot be fulfilled on VirtualMachine.kubevirt.io "c1": the UID in the precondition (00000000-0000-0000-0000-000000000000) does not match the UID in record (4d6aac2e-0542-4e83-b8a0-822e72a7f9cb). The object might have been deleted and then recreated',
    "uid-mismatch",
  ],
  [
    "another resourceVersion",
    "PUT",
    409,
    "Conflict",
    'Operation cannot be fulfilled on leases.coordination.k8s.io "dash": the object has been modified; please apply your changes to the latest version and try again',
    "conflict",
  ],
  [
    "an expired continue token",
    "GET",
    410,
    "Expired",
    "The provided continue parameter is too old to display a consistent list result.",
    "gone",
  ],
  [
    "a Lease time with three digits",
    "PUT",
    400,
    "BadRequest",
    'Lease in version "v1" cannot be handled as a Lease: parsing time "2026-11-30T10:00:05.123Z"',
    "invalid",
  ],
  ["an overloaded server", "GET", 429, "TooManyRequests", "too many requests", "too-many-requests"],
  ["a server in trouble", "GET", 500, "InternalError", "etcdserver: request timed out", "server-error"],
];

describe("failureOf", () => {
  it.each(RECORDED)("%s", (_what, method, code, reason, message, expected) => {
    expect(codeOf(method, code, status(code, reason, message))).toBe(expected);
  });

  it("does not take a missing API for a missing object", () => {
    expect(codeOf("DELETE", 404, "404 page not found\n")).toBe("incomplete");
    expect(codeOf("GET", 404, "<html>not found</html>")).toBe("incomplete");
  });

  it("keeps status, message and what Retry-After asked", () => {
    const failure = failureOf({
      method: "GET",
      status: 429,
      body: status(429, "TooManyRequests", "slow down"),
      retryAfterSeconds: 3,
    });
    expect(failure).toMatchObject({ status: 429, message: "slow down", retryAfterSeconds: 3 });
  });

  it("says the status where the answer says nothing", () => {
    expect(failureOf({ method: "GET", status: 502, body: "", retryAfterSeconds: null }).message).toBe(
      "HTTP 502",
    );
  });
});
