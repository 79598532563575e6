import { describe, expect, it } from "vitest";
import { mayReach, type Endpoint, type PolicyManifest } from "./network-reach";

const pod = (
  labels: Record<string, string>,
  changes: Partial<Extract<Endpoint, { type: "pod" }>> = {},
): Endpoint => ({
  type: "pod",
  namespace: "labs",
  labels,
  ...changes,
});
const outside = (address: string): Endpoint => ({ type: "outside", address });
const ssh = { protocol: "TCP", port: 22 } as const;
const policy = (spec: PolicyManifest["spec"], namespace = "labs"): PolicyManifest => ({
  metadata: { namespace },
  spec,
});
const a = pod({ app: "a" }, { address: "10.0.0.1" });
const b = pod({ app: "b" }, { address: "10.0.0.2" });
const deny = policy({ podSelector: {}, policyTypes: ["Ingress", "Egress"] });
const egress = (...rules: NonNullable<PolicyManifest["spec"]["egress"]>) =>
  policy({ podSelector: {}, policyTypes: ["Egress"], egress: rules });
const ingress = (...rules: NonNullable<PolicyManifest["spec"]["ingress"]>) =>
  policy({ podSelector: {}, policyTypes: ["Ingress"], ingress: rules });

describe("mayReach", () => {
  it("is open where no policy selects either end", () => {
    expect(mayReach(a, b, [], ssh)).toBe(true);
    expect(mayReach(a, b, [policy({ podSelector: {} }, "elsewhere")], ssh)).toBe(true);
    expect(mayReach(a, b, [policy({ podSelector: { matchLabels: { app: "c" } } })], ssh)).toBe(true);
  });
  it("is closed both ways by a policy without rules", () => {
    expect(mayReach(a, b, [deny], ssh)).toBe(false);
    expect(mayReach(a, outside("1.1.1.1"), [deny], ssh)).toBe(false);
    expect(mayReach(outside("1.1.1.1"), a, [deny], ssh)).toBe(false);
  });
  it("needs the leave of both ends", () => {
    expect(mayReach(a, b, [deny, egress({})], ssh)).toBe(false);
    expect(mayReach(a, b, [deny, ingress({})], ssh)).toBe(false);
    expect(mayReach(a, b, [deny, egress({}), ingress({})], ssh)).toBe(true);
  });
  it("takes policyTypes that are left out for Ingress, and for Egress where there are egress rules", () => {
    const only = policy({ podSelector: { matchLabels: { app: "a" } } });
    expect(mayReach(a, b, [only], ssh)).toBe(true);
    expect(mayReach(b, a, [only], ssh)).toBe(false);
    expect(mayReach(a, b, [policy({ podSelector: { matchLabels: { app: "a" } }, egress: [] })], ssh)).toBe(
      false,
    );
  });
  it.each([
    ["of the same namespace", { podSelector: { matchLabels: { app: "b" } } }, true],
    ["with other labels", { podSelector: { matchLabels: { app: "c" } } }, false],
    ["of another namespace", { namespaceSelector: { matchLabels: { name: "x" } }, podSelector: {} }, false],
    ["of every namespace", { namespaceSelector: {} }, true],
    [
      "by expressions",
      { podSelector: { matchExpressions: [{ key: "app", operator: "In", values: ["b"] }] } },
      true,
    ],
    [
      "by NotIn",
      { podSelector: { matchExpressions: [{ key: "app", operator: "NotIn", values: ["b"] }] } },
      false,
    ],
    ["by Exists", { podSelector: { matchExpressions: [{ key: "none", operator: "Exists" }] } }, false],
    [
      "by DoesNotExist",
      { podSelector: { matchExpressions: [{ key: "none", operator: "DoesNotExist" }] } },
      true,
    ],
    [
      "by an operator of its own",
      { podSelector: { matchExpressions: [{ key: "app", operator: "Like" }] } },
      false,
    ],
    ["by an address block that holds its own", { ipBlock: { cidr: "10.0.0.0/8" } }, true],
    ["by a block that leaves it out", { ipBlock: { cidr: "10.0.0.0/8", except: ["10.0.0.2/32"] } }, false],
  ])("a peer %s: %s", (_, peer, allowed) => {
    expect(mayReach(a, b, [egress({ to: [peer] })], ssh)).toBe(allowed);
  });
  it.each([
    ["no ports", undefined, true],
    ["no port in the list", [], true],
    ["the port", [{ port: 22 }], true],
    ["another port", [{ port: 23 }], false],
    ["another protocol", [{ protocol: "UDP", port: 22 }], false],
    ["the whole protocol", [{ protocol: "TCP" }], true],
    ["a range that holds it", [{ port: 20, endPort: 22 }], true],
    ["a range that ends before it", [{ port: 20, endPort: 21 }], false],
    ["a named port", [{ port: "ssh" }], false],
  ])("%s: %s", (_, ports, allowed) => {
    expect(mayReach(a, outside("1.1.1.1"), [egress({ ports })], ssh)).toBe(allowed);
  });
  it("knows outside addresses by blocks alone", () => {
    const to = (peer: object) => mayReach(a, outside("169.254.169.254"), [egress({ to: [peer] })], ssh);
    expect(to({ podSelector: {} })).toBe(false);
    expect(to({ namespaceSelector: {} })).toBe(false);
    expect(to({ ipBlock: { cidr: "0.0.0.0/0" } })).toBe(true);
    expect(to({ ipBlock: { cidr: "0.0.0.0/0", except: ["169.254.0.0/16"] } })).toBe(false);
  });
});
