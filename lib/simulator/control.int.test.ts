import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { machineOf, NAMESPACE, PATHS, secretOf, START_MS, startTestCluster } from "./test-client";

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeEach(async () => {
  cluster = await startTestCluster();
});
afterEach(() => cluster.sim.close());

describe("faults", () => {
  it("answer a status to one object by its name, as often as ordered", async () => {
    for (const name of ["lab-a", "lab-b"]) await cluster.call("POST", PATHS.secrets, secretOf(name));
    cluster.sim.fault({
      match: { method: "DELETE", namePattern: "^lab-a$" },
      act: { status: 409 },
      times: 2,
    });
    const answers = [];
    for (const name of ["lab-a", "lab-b", "lab-a", "lab-a"]) {
      answers.push((await cluster.call("DELETE", `${PATHS.secrets}/${name}`)).status);
    }
    expect(answers).toEqual([409, 200, 409, 200]);
  });

  it("see the name in the body of a create, and send Retry-After", async () => {
    const act = { status: 429, message: "slow down", retryAfterSeconds: 2 };
    cluster.sim.fault({ match: { namePattern: "^lab" }, act });
    const { status, headers, body } = await cluster.call("POST", PATHS.secrets, secretOf("lab-c"));
    expect(status).toBe(429);
    expect(headers.get("retry-after")).toBe("2");
    expect(body).toMatchObject({
      reason: "TooManyRequests",
      message: "slow down",
      details: { retryAfterSeconds: 2 },
    });
    expect((await cluster.call("POST", PATHS.secrets, secretOf("other"))).status).toBe(201);
  });

  it("hang without ever answering, until the client gives up", async () => {
    const id = cluster.sim.fault({ match: { path: "/virtualmachines\\?limit" }, act: { hang: true } });
    const headers = { Authorization: `Bearer ${cluster.sim.token}` };
    const url = `${cluster.sim.url}${PATHS.vms}?limit=500`;
    const client = new AbortController();
    const hanging = expect(fetch(url, { headers, signal: client.signal })).rejects.toThrow();
    const isIt = ({ path }: { path: string }) => path.endsWith("?limit=500");
    await vi.waitFor(() => expect(cluster.sim.requests().filter(isIt)).toHaveLength(1), { timeout: 20_000 });
    // Others are answered meanwhile.
    expect((await cluster.call("GET", PATHS.pods)).status).toBe(200);
    expect(cluster.sim.requests().find(isIt)).toMatchObject({ method: "GET", status: 0 });
    client.abort();
    await hanging;
    cluster.sim.clearFaults(id);
    expect((await fetch(url, { headers })).status).toBe(200);
  });

  it("cut a body short so that the client notices", async () => {
    await cluster.call("POST", PATHS.secrets, secretOf("a"));
    cluster.sim.fault({ match: { path: "/secrets$" }, act: { cutBodyAtBytes: 20 }, times: 1 });
    await expect(cluster.call("GET", PATHS.secrets)).rejects.toThrow();
    expect((await cluster.call("GET", PATHS.secrets)).body.items).toHaveLength(1);
  });

  it("answer an empty list of the right kind while the object is there", async () => {
    await cluster.call("POST", PATHS.vms, machineOf("lab", {}, "Halted"));
    cluster.sim.fault({ match: { path: "/virtualmachines(\\?|$)" }, act: { emptyList: true } });
    expect((await cluster.call("GET", PATHS.vms)).body).toMatchObject({
      kind: "VirtualMachineList",
      items: [],
    });
    expect((await cluster.call("GET", `${PATHS.vms}/lab`)).status).toBe(200);
  });

  it("lose the answer of a create that was carried out", async () => {
    cluster.sim.fault({ match: { method: "POST" }, act: { dropAfterHandling: true }, times: 1 });
    await expect(cluster.call("POST", PATHS.secrets, secretOf("made"))).rejects.toThrow();
    expect((await cluster.call("GET", `${PATHS.secrets}/made`)).status).toBe(200);
  });

  it("wait before they answer as usual", async () => {
    cluster.sim.fault({ match: { path: "/secrets" }, act: { waitMs: 60 }, times: 1 });
    const startedMs = performance.now();
    expect((await cluster.call("GET", PATHS.secrets)).status).toBe(200);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(55);
  });
});

describe("the control API", () => {
  it("orders faults, time and machines over HTTP", async () => {
    const { body } = await cluster.call("POST", "/simulator/faults", {
      match: { path: "/pods" },
      act: { status: 500 },
    });
    expect((await cluster.call("GET", PATHS.pods)).status).toBe(500);
    expect((await cluster.call("GET", "/simulator/faults")).body).toHaveLength(1);
    await cluster.call("DELETE", `/simulator/faults/${String(body.id)}`);
    expect((await cluster.call("GET", PATHS.pods)).status).toBe(200);
    await cluster.call("POST", PATHS.vms, machineOf("lab"));
    await cluster.call("POST", "/simulator/advance", { ms: 20_000 });
    expect((await cluster.call("GET", "/simulator/clock")).body).toEqual({ nowMs: START_MS + 20_000 });
    await cluster.call("POST", `/simulator/machines/${NAMESPACE}/lab`, { powerOff: true });
    expect((await cluster.call("GET", `${PATHS.vms}/lab`)).body.status.printableStatus).toBe("Stopped");
    expect(
      (await cluster.call("POST", `/simulator/machines/${NAMESPACE}/nope`, { crash: true })).status,
    ).toBe(400);
    await cluster.call("POST", "/simulator/nodes/node-2", { alive: false });
    await cluster.call("POST", "/simulator/advance", { ms: 60_000 });
    expect((await cluster.call("GET", "/api/v1/nodes/node-2")).body.spec.taints).toHaveLength(2);
    expect((await cluster.call("POST", "/simulator/nope", {})).status).toBe(404);
  });

  it("takes permissions away, records requests and shows another cluster", async () => {
    const deny = [{ verb: "delete", group: "", resource: "secrets" }];
    await cluster.call("POST", "/simulator/permissions", { deny });
    expect((await cluster.call("DELETE", `${PATHS.secrets}/x`)).status).toBe(403);
    const records = (await cluster.call("GET", "/simulator/requests?since=0")).body as unknown as object[];
    expect(records.at(-1)).toMatchObject({
      method: "DELETE",
      path: `${PATHS.secrets}/x`,
      user: "admin",
      status: 403,
    });
    await cluster.call("POST", PATHS.secrets, secretOf("old"));
    const before = (await cluster.call("GET", `/api/v1/namespaces/${NAMESPACE}`)).body.metadata.uid;
    await cluster.call("POST", `/simulator/namespaces/${NAMESPACE}/recreate`);
    const after = (await cluster.call("GET", `/api/v1/namespaces/${NAMESPACE}`)).body.metadata.uid;
    expect(after).not.toBe(before);
    expect((await cluster.call("GET", PATHS.secrets)).body.items).toEqual([]);
  });

  it("gives a namespace another UID with its content, and the old one back", async () => {
    await cluster.call("POST", PATHS.secrets, secretOf("stays"));
    const old = cluster.sim.setNamespaceUid(NAMESPACE, "other");
    expect((await cluster.call("GET", `/api/v1/namespaces/${NAMESPACE}`)).body.metadata.uid).toBe("other");
    expect(cluster.sim.setNamespaceUid(NAMESPACE, old)).toBe("other");
    expect((await cluster.call("GET", `${PATHS.secrets}/stays`)).status).toBe(200);
  });

  it("seeds objects as they are and clears a namespace", async () => {
    const metadata = { name: "old", namespace: NAMESPACE, uid: "11111111-1111-4111-8111-111111111111" };
    const [seeded] = cluster.sim.seed([
      {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { ...metadata, creationTimestamp: "2020-01-01T00:00:00Z" },
      },
    ]);
    expect(seeded?.metadata).toMatchObject({ uid: metadata.uid, creationTimestamp: "2020-01-01T00:00:00Z" });
    await cluster.call("POST", PATHS.vms, machineOf("lab"));
    await cluster.call("DELETE", `/simulator/objects?namespace=${NAMESPACE}`);
    for (const path of [PATHS.secrets, PATHS.vms, PATHS.vmis, PATHS.pods]) {
      expect((await cluster.call("GET", path)).body.items).toEqual([]);
    }
  });
});
