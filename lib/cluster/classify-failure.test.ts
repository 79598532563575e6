import { describe, expect, it } from "vitest";
import { itemFailure, launchReason } from "./classify-failure";
import { ClusterError } from "./cluster-error";

const ACT = { verb: "create", resource: "virtualmachines", name: "lab-abcdefghij-1" } as const;

describe("launchReason", () => {
  it("names quota, key and figures of a full quota", () => {
    const text =
      'virtualmachines.kubevirt.io "x" is forbidden: exceeded quota: labs, requested: count/virtualmachines.kubevirt.io=1, used: count/virtualmachines.kubevirt.io=8, limited: count/virtualmachines.kubevirt.io=8';
    expect(launchReason(new ClusterError("quota-exceeded", 403, text), ACT)).toEqual({
      code: "quota-exceeded",
      params: {
        quota: "labs",
        key: "count/virtualmachines.kubevirt.io",
        requested: "1",
        used: "8",
        hard: "8",
        message: text,
      },
    });
  });

  it("gives null, not 0, for figures that the text does not hold", () => {
    const untold = new ClusterError(
      "quota-exceeded",
      403,
      'pods "p" is forbidden: insufficient quota to consume: cpu',
    );
    expect(launchReason(untold, ACT)).toMatchObject({ code: "quota-exceeded", params: { hard: null } });
  });

  it("keeps a webhook's own words without the preamble", () => {
    const text = 'admission webhook "v.kubevirt.io" denied the request: Invalid RunStrategy (Sometimes)';
    expect(launchReason(new ClusterError("webhook-denied", 422, text), ACT)).toEqual({
      code: "webhook-denied",
      params: { message: "Invalid RunStrategy (Sometimes)" },
    });
  });

  it.each([
    ["forbidden", { code: "permission-missing", params: { verb: "create", resource: "virtualmachines" } }],
    ["already-exists", { code: "name-taken", params: { name: "lab-abcdefghij-1" } }],
    ["timeout", { code: "cluster-timeout" }],
    ["network", { code: "cluster-unreachable" }],
    ["aborted", { code: "launch-interrupted" }],
    ["server-error", { code: "cluster-refused", params: { status: 500 } }],
  ] as const)("%s", (code, expected) => {
    expect(launchReason(new ClusterError(code, 500, "raw text"), ACT)).toEqual(expected);
  });
});

describe("itemFailure", () => {
  it("keeps class and status and leaves the cluster's own text out", () => {
    const failure = itemFailure("lab-x-1", new ClusterError("forbidden", 403, 'User "secret" cannot'));
    expect(failure).toEqual({ resource: "lab-x-1", error: "forbidden", status: 403 });
  });

  it("says unexpected for what is no ClusterError", () => {
    expect(itemFailure("x", new TypeError("boom"))).toEqual({
      resource: "x",
      error: "unexpected",
      status: null,
    });
  });
});
