import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFor, NAMESPACE, PATHS, startTestCluster } from "./test-client";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const ACCOUNTS = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`;
const TOKEN = `${ACCOUNTS}/robot/token`;
const USER = `system:serviceaccount:${NAMESPACE}:robot`;
const subjects = [{ kind: "ServiceAccount", name: "robot", namespace: NAMESPACE }];
const refTo = (kind: string, name: string) => ({ apiGroup: "rbac.authorization.k8s.io", kind, name });

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
let ask: ReturnType<typeof clientFor>;

beforeEach(async () => {
  cluster = await startTestCluster();
  await cluster.call("POST", ACCOUNTS, { metadata: { name: "robot" } });
  const { body } = await cluster.call("POST", TOKEN, {});
  ask = clientFor(cluster.sim, String((body.status as { token: string }).token));
});
afterEach(() => cluster.sim.close());

async function bind(rules: object[], where: string | null) {
  const scope = where === null ? "cluster" : "";
  const at = where === null ? RBAC : `${RBAC}/namespaces/${where}`;
  const kind = where === null ? "ClusterRole" : "Role";
  const made = [
    await cluster.call("POST", `${at}/${scope}roles`, { metadata: { name: "r" }, rules }),
    await cluster.call("POST", `${at}/${scope}rolebindings`, {
      ...{ metadata: { name: "b" }, subjects, roleRef: refTo(kind, "r") },
    }),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
}
const pods = (verbs: string[]) => [{ apiGroups: [""], resources: ["pods"], verbs }];

describe("a TokenRequest", () => {
  it("answers with a token of the account for the API server, for an hour", async () => {
    const { status, body } = await cluster.call("POST", TOKEN, { spec: {} });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...{ kind: "TokenRequest", apiVersion: "authentication.k8s.io/v1" },
      metadata: { name: "robot", namespace: NAMESPACE, creationTimestamp: "2026-12-01T10:00:00Z" },
      spec: {
        audiences: ["https://kubernetes.default.svc.cluster.local"],
        ...{ expirationSeconds: 3600, boundObjectRef: null },
      },
      status: { token: expect.any(String), expirationTimestamp: "2026-12-01T11:00:00Z" },
    });
    const self = await ask("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {});
    expect(self.body.status).toMatchObject({ userInfo: { username: USER } });
    cluster.sim.advance(3_600_000);
    expect((await ask("GET", PATHS.pods)).status).toBe(401);
  });

  it("is refused for an account that is missing, a time too short, and somebody without the right", async () => {
    expect((await cluster.call("POST", `${ACCOUNTS}/nobody/token`, {})).status).toBe(404);
    const short = await cluster.call("POST", TOKEN, { spec: { expirationSeconds: 60 } });
    expect([short.status, short.body.message]).toEqual([
      422,
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes',
    ]);
    expect((await ask("POST", TOKEN, {})).body.message).toContain(
      'cannot create resource "serviceaccounts/token" in API group ""',
    );
  });
});

describe("RBAC", () => {
  it("lets an account do what a Role says, in its namespace, and nothing before or besides", async () => {
    expect((await ask("GET", PATHS.pods)).status).toBe(403);
    await bind(pods(["list"]), NAMESPACE);
    expect((await ask("GET", PATHS.pods)).status).toBe(200);
    const refused = [ask("GET", `${PATHS.pods}/a`), ask("GET", "/api/v1/pods"), ask("GET", PATHS.secrets)];
    for (const each of refused) expect((await each).status).toBe(403);
    expect(cluster.sim.refusals(USER)).toHaveLength(4);
    expect(cluster.sim.refusals("admin")).toEqual([]);
  });

  it("lets it do what a ClusterRole says everywhere, and says why in a review", async () => {
    await bind(pods(["list"]), null);
    expect((await ask("GET", "/api/v1/pods")).status).toBe(200);
    const spec = { resourceAttributes: { verb: "list", resource: "pods", namespace: NAMESPACE } };
    const review = await ask("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", { spec });
    const reason = `RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "r" to ServiceAccount "robot/${NAMESPACE}"`;
    expect(review.body.status).toEqual({ allowed: true, reason });
  });

  it("holds a rule to the names that it gives", async () => {
    await bind([{ ...pods(["get"])[0], resourceNames: ["mine"] }], NAMESPACE);
    expect((await ask("GET", `${PATHS.pods}/mine`)).status).toBe(404);
    expect((await ask("GET", `${PATHS.pods}/theirs`)).status).toBe(403);
  });

  it("does not call a permission that was taken away on order a refusal", async () => {
    await bind(pods(["list"]), NAMESPACE);
    cluster.sim.deny([{ verb: "list", group: "", resource: "pods" }]);
    expect((await ask("GET", PATHS.pods)).status).toBe(403);
    expect(cluster.sim.refusals(USER)).toEqual([]);
  });
});
