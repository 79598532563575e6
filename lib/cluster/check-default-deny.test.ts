import { describe, expect, it } from "vitest";
import { isDefaultDeny } from "./check-default-deny";
import { defaultDenyPolicy } from "./manifests/default-deny";

const built = defaultDenyPolicy("labs");
const withSpec = (spec: object) => ({ ...built, spec: { ...built.spec, ...spec } });
const dns = built.spec.egress[0];

describe("isDefaultDeny", () => {
  it("knows our own, also as the API server returns it, without the empty ingress", () => {
    expect(isDefaultDeny(built)).toBe(true);
    expect(isDefaultDeny(withSpec({ ingress: undefined }))).toBe(true);
  });

  it("takes one that covers every pod, or shuts DNS too", () => {
    expect(isDefaultDeny(withSpec({ podSelector: {} }))).toBe(true);
    expect(isDefaultDeny(withSpec({ egress: [] }))).toBe(true);
  });

  it.each([
    ["says nothing of egress", { policyTypes: ["Ingress"] }],
    ["lets somebody in", { ingress: [{ from: [{ podSelector: {} }] }] }],
    ["lets everything in", { ingress: [{}] }],
    ["lets everything out", { egress: [{}] }],
    ["lets DNS ports out to everywhere", { egress: [{ ports: [{ port: 53 }] }] }],
    ["lets every port out to DNS", { egress: [{ to: dns?.to }] }],
    ["lets HTTPS out", { egress: [dns, { ...dns, ports: [{ port: 443 }] }] }],
    ["lets a range of ports out", { egress: [{ ...dns, ports: [{ port: 53, endPort: 9999 }] }] }],
    ["covers one session only", { podSelector: { matchLabels: { "curfew.dev/session": "a1b2c3d4e5" } } }],
    ["covers other pods", { podSelector: { matchLabels: { app: "x" } } }],
    [
      "leaves some out",
      {
        podSelector: { matchExpressions: [{ key: "curfew.dev/session", operator: "NotIn", values: ["x"] }] },
      },
    ],
  ])("refuses one that %s", (_what, spec) => {
    expect(isDefaultDeny(withSpec(spec))).toBe(false);
  });
});
