import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientFor, machineOf, NAMESPACE, PATHS, startTestCluster } from "../test-client";

const APPLY = { "Content-Type": "application/apply-patch+yaml" };
const EDITOR = {
  token: "editor-token",
  user: "editor",
  rules: [{ apiGroups: [""], resources: ["secrets"], verbs: ["patch"], namespaces: [NAMESPACE] }],
};
const secret = (name: string, rest: object = {}) => ({
  ...{ apiVersion: "v1", kind: "Secret", metadata: { name }, ...rest },
});

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  cluster = await startTestCluster({ tokens: [EDITOR] });
});
afterAll(() => cluster.sim.close());

describe("server-side apply over HTTP", () => {
  it("keeps the version where nothing changes, and takes back what is no longer applied", async () => {
    const path = `${PATHS.secrets}/steady?fieldManager=one`;
    const body = secret("steady", { data: { a: "MQ==", b: "Mg==" } });
    const first = await cluster.call("PATCH", path, body, APPLY);
    expect(first.status).toBe(201);
    cluster.sim.advance(5_000);
    const again = await cluster.call("PATCH", path, body, APPLY);
    expect(again).toMatchObject({ status: 200, body: first.body });
    const less = await cluster.call("PATCH", path, secret("steady", { data: { b: "Mg==" } }), APPLY);
    expect(less.body.data).toEqual({ b: "Mg==" });
    expect(less.body.metadata.resourceVersion).not.toBe(first.body.metadata.resourceVersion);
  });

  it("tells a later apply whose a plain write's fields are", async () => {
    const path = `${PATHS.secrets}/edited`;
    await cluster.call("PATCH", `${path}?fieldManager=one`, secret("edited", { data: { a: "MQ==" } }), APPLY);
    const merge = { "Content-Type": "application/merge-patch+json", "User-Agent": "kubectl/v1.36" };
    await cluster.call("PATCH", path, { data: { a: "Mg==" } }, merge);
    const back = secret("edited", { data: { a: "MQ==" } });
    const { status, body } = await cluster.call("PATCH", `${path}?fieldManager=one`, back, APPLY);
    expect(status).toBe(409);
    expect(body.message).toBe('Apply failed with 1 conflict: conflict with "kubectl" using v1: .data.a');
  });

  it("needs the right to create as well, where it makes the object", async () => {
    const editor = clientFor(cluster.sim, "editor-token");
    const made = await editor("PATCH", `${PATHS.secrets}/mine?fieldManager=one`, secret("mine"), APPLY);
    expect(made.status).toBe(403);
    expect(made.body.message).toContain('cannot create resource "secrets" in API group ""');
    const path = `${PATHS.secrets}/mine?fieldManager=one`;
    await cluster.call("PATCH", path, secret("mine"), APPLY);
    expect((await editor("PATCH", path, secret("mine"), APPLY)).status).toBe(200);
  });

  it("applies a custom resource, and its status through the subresource alone", async () => {
    const path = `${PATHS.vms}/applied`;
    const machine = machineOf("applied", {}, "Halted");
    const status = { printableStatus: "Paused" };
    const made = await cluster.call("PATCH", `${path}?fieldManager=one`, { ...machine, status }, APPLY);
    expect(made).toMatchObject({ status: 201, body: { kind: "VirtualMachine" } });
    expect(made.body.status).toBeUndefined();
    const { apiVersion, kind } = machine;
    const told = { apiVersion, kind, metadata: { name: "applied" }, status };
    const answer = await cluster.call("PATCH", `${path}/status?fieldManager=two`, told, APPLY);
    expect(answer).toMatchObject({ status: 200, body: { status } });
    const nobodys = { ...told, metadata: { name: "none" } };
    const missing = await cluster.call("PATCH", `${PATHS.vms}/none/status?fieldManager=two`, nobodys, APPLY);
    expect(missing.status).toBe(404);
  });

  it("refuses another kind, CBOR, an unreadable body, another name, and force without apply", async () => {
    const path = `${PATHS.secrets}/refused?fieldManager=one`;
    const send = async (body: unknown, type = APPLY["Content-Type"], suffix = "") => {
      const answer = await cluster.call("PATCH", path + suffix, body, { "Content-Type": type });
      return [answer.status, answer.body.message];
    };
    expect(await send({ apiVersion: "batch/v1", kind: "Job", metadata: { name: "refused" } })).toEqual([
      400,
      "invalid object type: batch/v1, Kind=Job",
    ]);
    expect((await send("x", "application/apply-patch+cbor"))[0]).toBe(415);
    expect((await send("a: b"))[1]).toContain("error decoding YAML");
    expect((await send(secret("other")))[1]).toContain("does not match the name on the URL (refused)");
    expect(await send({}, "application/merge-patch+json", "&force=true")).toEqual([
      422,
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    ]);
  });
});
