import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NAMESPACE, startTestCluster } from "./test-client";

const DEPLOYMENTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`;
const container = { name: "web", image: "registry.example.org/web" };
const labels = { app: "web" };
const deployment = {
  ...{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" } },
  spec: {
    ...{ replicas: 2, selector: { matchLabels: labels } },
    template: { metadata: { labels }, spec: { containers: [container] } },
  },
};

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  cluster = await startTestCluster();
  await cluster.call("POST", DEPLOYMENTS, deployment);
});
afterAll(() => cluster.sim.close());

describe("what Helm and kubectl ask besides", () => {
  it("which kinds can be patched, and that the server judges their fields", async () => {
    const { body: index } = await cluster.call("GET", "/openapi/v3");
    const paths = index.paths as Record<string, { serverRelativeURL: string }>;
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["api/v1", "apis/apps/v1", "apis/policy/v1"]));
    const { body } = await cluster.call("GET", paths["apis/apps/v1"]?.serverRelativeURL ?? "");
    const item = (body.paths as Record<string, unknown>)[
      "/apis/apps/v1/namespaces/{namespace}/deployments/{name}"
    ];
    expect(item).toMatchObject({
      patch: {
        parameters: expect.arrayContaining([expect.objectContaining({ name: "fieldValidation" })]),
        "x-kubernetes-group-version-kind": { group: "apps", version: "v1", kind: "Deployment" },
      },
    });
  });

  it("nothing of what is not installed", async () => {
    const { body } = await cluster.call("GET", "/openapi/v3");
    expect(body.paths).not.toHaveProperty("apis/monitoring.coreos.com/v1");
    expect((await cluster.call("GET", "/openapi/v3/apis/monitoring.coreos.com/v1")).status).toBe(404);
  });

  it("a Deployment's scale, which is read and changed", async () => {
    const patch = { "Content-Type": "application/merge-patch+json" };
    const path = `${DEPLOYMENTS}/web/scale`;
    expect((await cluster.call("GET", path)).body).toMatchObject({
      ...{ kind: "Scale", spec: { replicas: 2 }, status: { selector: "app=web" } },
    });
    const { body } = await cluster.call("PATCH", path, { spec: { replicas: 0 } }, patch);
    expect(body.spec).toEqual({ replicas: 0 });
    expect((await cluster.call("GET", `${DEPLOYMENTS}/web`)).body.spec.replicas).toBe(0);
  });

  it("of what has no scale, none", async () => {
    expect((await cluster.call("GET", `/api/v1/namespaces/${NAMESPACE}/pods/web/scale`)).status).toBe(404);
  });

  it("to label a namespace, which is in none", async () => {
    const patch = { "Content-Type": "application/strategic-merge-patch+json" };
    const sent = { metadata: { labels: { "pod-security.kubernetes.io/enforce": "restricted" } } };
    await cluster.call("POST", "/api/v1/namespaces", {
      ...{ apiVersion: "v1", kind: "Namespace", metadata: { name: "made" } },
    });
    const { status, body } = await cluster.call("PATCH", "/api/v1/namespaces/made", sent, patch);
    expect([status, body.metadata.labels]).toEqual([200, expect.objectContaining(sent.metadata.labels)]);
  });
});
