import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NAMESPACE, PATHS, secretOf, startTestCluster } from "./test-client";

const PROTOBUF = "application/vnd.kubernetes.protobuf";
const REVIEWS = [
  "authorization.k8s.io/v1/selfsubjectaccessreviews",
  "authorization.k8s.io/v1/selfsubjectrulesreviews",
  "authentication.k8s.io/v1/selfsubjectreviews",
  "authentication.k8s.io/v1/tokenreviews",
].map((review) => `/apis/${review}`);
const COLLECTIONS = [
  ...[PATHS.pods, PATHS.secrets, PATHS.quotas, PATHS.events, PATHS.jobs, PATHS.vms, PATHS.leases],
  ...["/api/v1/namespaces", `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`],
];
const OBJECT = `${PATHS.secrets}/kept`;

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  cluster = await startTestCluster();
  await cluster.call("POST", PATHS.secrets, secretOf("kept"));
});
afterAll(() => cluster.sim.close());

/** As kubectl's typed clients send: the magic number, then bytes that are no text. */
function send(method: string, path: string, headers: Record<string, string>) {
  return fetch(cluster.sim.url + path, {
    method,
    headers: { authorization: `Bearer ${cluster.sim.token}`, ...headers },
    body: method === "GET" ? undefined : Buffer.from("k8s\0\u0001\u0002\n", "latin1"),
  });
}

describe("a body of a type that is not served", () => {
  const writes = [
    ...[...REVIEWS, ...COLLECTIONS].map((path) => ["POST", path] as const),
    ...["PUT", "DELETE"].map((method) => [method, OBJECT] as const),
    ["DELETE", PATHS.secrets] as const,
  ];
  it.each(writes)("is refused with 415: %s %s", async (method, path) => {
    for (const type of [PROTOBUF, "application/cbor", "text/plain", "Application/X-Www-Form-Urlencoded"]) {
      const answer = await send(method, path, { "content-type": type });
      expect(answer.status).toBe(415);
      expect(answer.headers.get("content-type")).toBe("application/json");
      const status = (await answer.json()) as { message: string };
      expect(status).toMatchObject({ kind: "Status", reason: "UnsupportedMediaType", code: 415 });
      expect(status.message.includes(PROTOBUF)).toBe(type !== PROTOBUF);
    }
    expect((await cluster.call("GET", OBJECT)).status).toBe(200);
  });

  it.each([PROTOBUF, "application/json", ""])("is refused as a patch: %s", async (type) => {
    const answer = await send("PATCH", OBJECT, { "content-type": type });
    expect([answer.status, ((await answer.json()) as { reason: string }).reason]).toEqual([
      415,
      "UnsupportedMediaType",
    ]);
  });

  it("says of JSON that is none that it is a bad request", async () => {
    for (const path of [...REVIEWS, ...COLLECTIONS]) {
      const answer = await send("POST", path, { "content-type": "application/json; charset=utf-8" });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(await answer.json()).toMatchObject({ reason: "BadRequest", message: /^the object provided is/ });
    }
  });
});

describe("a client that takes no JSON", () => {
  const asked = [
    ...[OBJECT, PATHS.vms, "/api/v1", "/apis"].map((path) => ["GET", path] as const),
    ...[...REVIEWS, PATHS.secrets].map((path) => ["POST", path] as const),
  ];
  it.each(asked)("is refused with 406: %s %s", async (method, path) => {
    const answer = await send(method, path, { accept: PROTOBUF });
    expect(answer.status).toBe(406);
    const { reason, message } = (await answer.json()) as { reason: string; message: string };
    const only = "only the following media types are accepted: application/json, application/yaml";
    expect({ reason, message }).toEqual({ reason: "NotAcceptable", message: only });
  });

  it("gets JSON where it takes that too, and the version in any case", async () => {
    const both = await send("GET", OBJECT, { accept: `${PROTOBUF}, application/json` });
    expect([both.status, both.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect((await send("GET", "/version", { accept: PROTOBUF })).status).toBe(200);
  });
});

it("answers a path that does not decode as a bad request", async () => {
  const answer = await send("GET", "/api/v1/namespaces/%zz", {});
  expect([answer.status, await answer.text()]).toEqual([400, "400 Bad Request"]);
});
