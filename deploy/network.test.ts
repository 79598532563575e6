import { describe, expect, it } from "vitest";
import { type Endpoint, mayReach, type PolicyManifest } from "@/lib/domain/network-reach";
import { renderChart, valuesOf } from "./render-chart";

const policies = renderChart(valuesOf("pod-namespace")).filter(
  ({ kind }) => kind === "NetworkPolicy",
) as unknown as PolicyManifest[];
const pod = (namespace: string, labels: Record<string, string>): Endpoint => ({
  type: "pod",
  namespace,
  namespaceLabels: { "kubernetes.io/metadata.name": namespace },
  labels,
});
const ofApp = (component: string) =>
  pod("curfew", {
    "app.kubernetes.io/name": "curfew",
    "app.kubernetes.io/instance": "curfew",
    "app.kubernetes.io/component": component,
  });
const [web, reaper, migration] = [ofApp("web"), ofApp("reaper"), ofApp("migration")];
const besides = pod("databases", { "cnpg.io/cluster": "curfew" });
const dns = pod("kube-system", { "k8s-app": "kube-dns" });
const gateway = pod("gateways", {});
const stranger = pod("default", {});
const machine = pod("curfew-vms", { "curfew.dev/session": "abcdefghij" });
const labPod = pod("curfew-pods", { "curfew.dev/session": "bcdefghijk" });
const outside = (address: string): Endpoint => ({ type: "outside", address });
const [database, dnsCache, apiServer, internet] = [
  outside("192.0.2.10"),
  outside("169.254.20.10"),
  outside("192.0.2.1"),
  outside("198.51.100.1"),
];

describe("the chart's network policies", () => {
  it.each<[string, Endpoint, Endpoint, number]>([
    ["the CronJob to the app", reaper, web, 3000],
    ["the gateway to the app", gateway, web, 3000],
    ["the app to its database", web, database, 5432],
    ["the app to the API server", web, apiServer, 6443],
    ["the migration to the database", migration, database, 5432],
    ["the app to a database in the cluster", web, besides, 5432],
    ["the migration to a database in the cluster", migration, besides, 5432],
    ["the app to DNS", web, dns, 53],
    ["the migration to a cache of DNS on its node", migration, dnsCache, 53],
    ["a machine to a cache of DNS on its node", machine, dnsCache, 53],
    ["the CronJob to DNS", reaper, dns, 53],
    ["a machine to DNS", machine, dns, 53],
  ])("let %s", (_what, from, to, port) => {
    expect(mayReach(from, to, policies, { protocol: "TCP", port })).toBe(true);
  });

  it.each<[string, Endpoint, Endpoint, number]>([
    ["a stranger to the app", stranger, web, 3000],
    ["a machine to the app", machine, web, 3000],
    ["a lab pod to the app", labPod, web, 3000],
    ["a machine to a lab pod", machine, labPod, 22],
    ["a machine to the API server", machine, apiServer, 6443],
    ["a machine to anything else on its node", machine, outside("169.254.169.254"), 53],
    ["a machine to more than DNS there", machine, dnsCache, 80],
    ["a lab pod to the internet", labPod, internet, 443],
    ["the app to a machine", web, machine, 22],
    ["the app to the internet", web, internet, 443],
    ["the CronJob to the database", reaper, database, 5432],
    ["the CronJob to the API server", reaper, apiServer, 6443],
    ["the migration to the API server", migration, apiServer, 6443],
    ["anybody to the CronJob", web, reaper, 80],
  ])("keep %s out", (_what, from, to, port) => {
    expect(mayReach(from, to, policies, { protocol: "TCP", port })).toBe(false);
  });
});
