import { describe, expect, it } from "vitest";
import type { EgressRule } from "@/lib/domain/lab";
import { type Endpoint, mayReach } from "@/lib/domain/network-reach";
import type { NewSessionPolicy } from "../cluster";
import { defaultDenyPolicy } from "./default-deny";
import { sessionPolicy } from "./session-policy";
import { IDENTITY, LABELS, OWNED } from "./test-samples";
import { virtualMachine } from "./virtual-machine";
import { machine } from "./test-samples";

const policy = (more: Partial<NewSessionPolicy> = {}) =>
  sessionPolicy({
    ...OWNED,
    egress: [],
    accessPort: 22,
    accessCidrs: ["192.0.2.0/24"],
    isGroup: false,
    ...more,
  });

const pod = (labels: Record<string, string>, address: string, namespace = "labs"): Endpoint => ({
  type: "pod",
  namespace,
  labels,
  address,
});
const outside = (address: string): Endpoint => ({ type: "outside", address });

const own = pod(LABELS, "10.244.1.5");
const sameGroup = pod(LABELS, "10.244.2.6");
const otherLabels = { ...LABELS, "curfew.dev/session": "zzzzzzzzzz" };
const otherSession = pod(otherLabels, "10.244.3.7");
const otherSessionElsewhere = pod(otherLabels, "10.244.3.8", "lab-pods");
const dns: Endpoint = {
  type: "pod",
  namespace: "kube-system",
  namespaceLabels: { "kubernetes.io/metadata.name": "kube-system" },
  labels: { "k8s-app": "kube-dns" },
  address: "10.244.0.2",
};
const tcp = (port: number) => ({ protocol: "TCP" as const, port });
const udp = (port: number) => ({ protocol: "UDP" as const, port });

const INTERNET: EgressRule = {
  cidr: "0.0.0.0/0",
  except: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8"],
  ports: [{ protocol: "TCP", port: 443 }],
};
const mirror: EgressRule = { cidr: "198.51.100.8/32", ports: [{ protocol: "TCP", port: 443 }] };
const standing = [defaultDenyPolicy("labs"), defaultDenyPolicy("lab-pods")];

const FORBIDDEN: readonly [string, Endpoint, { protocol: "TCP" | "UDP"; port: number }][] = [
  ["the API server's Service", outside("10.96.0.1"), tcp(443)],
  ["the API server's node", outside("10.0.0.10"), tcp(6443)],
  ["a node's kubelet", outside("10.0.0.11"), tcp(10_250)],
  ["cloud metadata", outside("169.254.169.254"), tcp(80)],
  ["another session", otherSession, tcp(22)],
  ["another session in the other namespace", otherSessionElsewhere, tcp(22)],
  ["the app", pod({ "app.kubernetes.io/name": "curfew" }, "10.244.4.1", "curfew"), tcp(443)],
  [
    "a pod of kube-system that is no DNS",
    pod({ "k8s-app": "metrics" }, "10.244.0.3", "kube-system"),
    tcp(443),
  ],
  ["DNS on another port", dns, tcp(9153)],
];

describe.each([
  ["with the default deny alone", standing],
  ["with a session's policy", [...standing, policy({ egress: [mirror] })]],
  ["with a session that may reach the internet", [...standing, policy({ egress: [INTERNET] })]],
  ["with a group's policy", [...standing, policy({ isGroup: true, egress: [INTERNET] })]],
])("%s", (_what, policies) => {
  it.each(FORBIDDEN)("a lab never reaches %s", (_target, to, use) => {
    expect(mayReach(own, to, policies, use)).toBe(false);
  });

  it("a lab asks DNS", () => {
    expect(mayReach(own, dns, policies, udp(53))).toBe(true);
    expect(mayReach(own, dns, policies, tcp(53))).toBe(true);
  });

  it("other sessions and strangers do not come in", () => {
    expect(mayReach(otherSession, own, policies, tcp(22))).toBe(false);
    expect(mayReach(outside("203.0.113.9"), own, policies, tcp(22))).toBe(false);
  });
});

describe("a session's own policy", () => {
  it("lets people in on the access port from the access networks alone", () => {
    const policies = [...standing, policy()];
    expect(mayReach(outside("192.0.2.77"), own, policies, tcp(22))).toBe(true);
    expect(mayReach(outside("192.0.2.77"), own, policies, tcp(23))).toBe(false);
    expect(mayReach(outside("192.0.2.77"), own, policies, udp(22))).toBe(false);
    expect(mayReach(outside("192.0.3.1"), own, policies, tcp(22))).toBe(false);
  });

  it("lets nobody in where no access network is set: an empty list is not everyone", () => {
    const policies = [...standing, policy({ accessCidrs: [] })];
    expect(mayReach(outside("192.0.2.77"), own, policies, tcp(22))).toBe(false);
  });

  it("opens no port for a lab without access", () => {
    expect(policy({ accessPort: null }).spec.ingress).toEqual([]);
  });

  it("lets out what the lab lists and nothing beside it", () => {
    const policies = [...standing, policy({ egress: [mirror] })];
    expect(mayReach(own, outside("198.51.100.8"), policies, tcp(443))).toBe(true);
    expect(mayReach(own, outside("198.51.100.8"), policies, tcp(80))).toBe(false);
    expect(mayReach(own, outside("198.51.100.9"), policies, tcp(443))).toBe(false);
    expect(mayReach(otherSession, outside("198.51.100.8"), policies, tcp(443))).toBe(false);
  });

  it("joins a group and only a group", () => {
    expect(mayReach(own, sameGroup, [...standing, policy({ isGroup: true })], tcp(8080))).toBe(true);
    expect(mayReach(own, sameGroup, [...standing, policy()], tcp(8080))).toBe(false);
  });

  it("selects the pods that bear the template's labels", () => {
    const template = (virtualMachine(machine()).spec as { template: { metadata: { labels: object } } })
      .template;
    expect(template.metadata.labels).toMatchObject(policy().spec.podSelector.matchLabels ?? {});
    expect(policy().spec.podSelector.matchLabels).toMatchObject({ "curfew.dev/session": IDENTITY.sessionId });
  });

  it.each(["169.254.169.254/32", "0.0.0.0/0", "not a cidr"])("refuses egress to %s", (cidr) => {
    expect(() => policy({ egress: [{ cidr, ports: [{ protocol: "TCP", port: 80 }] }] })).toThrow(RangeError);
  });

  it("refuses egress without ports, which would be every port", () => {
    expect(() => policy({ egress: [{ ...mirror, ports: [] }] })).toThrow("names no port");
  });

  it("refuses an access network that is none", () => {
    expect(() => policy({ accessCidrs: ["192.0.2.0"] })).toThrow('"192.0.2.0" is no CIDR');
  });
});
