import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientFor, machineOf, NAMESPACE, PATHS, secretOf, START_MS, startTestCluster } from "./test-client";

const VIEWER = {
  token: "alice-token",
  user: "alice",
  rules: [
    {
      apiGroups: ["kubevirt.io"],
      resources: ["virtualmachines"],
      verbs: ["get", "list"],
      namespaces: [NAMESPACE],
    },
    {
      apiGroups: [""],
      resources: ["secrets"],
      verbs: ["get", "list"],
      namespaces: [NAMESPACE],
      resourceNames: ["s1"],
    },
  ],
};

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  cluster = await startTestCluster({ tokens: [VIEWER] });
});
afterAll(() => cluster.sim.close());

describe("reading", () => {
  it("answers with the simulator's clock and JSON", async () => {
    const { status, headers, body } = await cluster.call("GET", "/api/v1/namespaces/curfew-vms");
    expect(status).toBe(200);
    expect(headers.get("date")).toBe(new Date(START_MS).toUTCString());
    expect(headers.get("content-type")).toBe("application/json");
    expect(body.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("words a missing object by its group resource", async () => {
    const pod = await cluster.call("GET", `${PATHS.pods}/nope`);
    expect(pod).toMatchObject({
      status: 404,
      body: { message: 'pods "nope" not found', reason: "NotFound" },
    });
    const vm = await cluster.call("GET", `${PATHS.vms}/nope`);
    expect(vm.body.message).toBe('virtualmachines.kubevirt.io "nope" not found');
    expect(vm.body.details).toEqual({ name: "nope", group: "kubevirt.io", kind: "virtualmachines" });
  });

  it("lists a namespace that does not exist as empty", async () => {
    const { status, body } = await cluster.call(
      "GET",
      "/apis/kubevirt.io/v1/namespaces/nowhere/virtualmachines",
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: "VirtualMachineList", items: [], metadata: { continue: "" } });
  });

  it("prints kind on items of custom resources and on no others", async () => {
    await cluster.call("POST", PATHS.vms, machineOf("kinds", {}, "Halted"));
    await cluster.call("POST", PATHS.secrets, secretOf("kinds"));
    const [vm] = (await cluster.call("GET", PATHS.vms)).body.items;
    const [secret] = (await cluster.call("GET", PATHS.secrets)).body.items;
    expect(vm).toMatchObject({ kind: "VirtualMachine", apiVersion: "kubevirt.io/v1" });
    expect(secret).not.toHaveProperty("kind");
  });

  it.each([
    ["/nope", 404, "404 page not found\n"],
    ["/apis/kubevirt.io/v9/virtualmachines", 404, "404 page not found\n"],
    ["/apis/nope.example.com/v1/things", 404, "404 page not found\n"],
    [`/api/v1/namespaces/${NAMESPACE}/nopes`, 404, "the server could not find the requested resource"],
    [`${PATHS.pods}?fieldSelector=spec.foo%3DRunning`, 400, "field label not supported: spec.foo"],
    [`${PATHS.vms}?limit=abc`, 400, 'strconv.ParseInt: parsing "abc": invalid syntax'],
  ])("refuses %s", async (path, status, message) => {
    expect(await cluster.call("GET", path)).toMatchObject({ status, body: { message } });
  });

  it("selects pods by node and phase, events by what they are about", async () => {
    const startedAt = "2026-12-01T10:00:00Z";
    const status = { name: "app", state: { running: { startedAt } }, ready: true, restartCount: 0 };
    const running = {
      spec: { nodeName: "node-1", containers: [{ name: "app", image: "registry.lab/app:1" }] },
      status: { phase: "Running", startTime: startedAt, containerStatuses: [status] },
    };
    const pods = ["a", "b"].map((name) => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, namespace: "default" },
      ...running,
    }));
    cluster.sim.seed(pods);
    const path = "/api/v1/pods?fieldSelector=spec.nodeName%3Dnode-1%2Cstatus.phase%3DRunning";
    expect((await cluster.call("GET", path)).body.items).toHaveLength(2);
    expect((await cluster.call("GET", path.replace("%3DRunning", "%21%3DRunning"))).body.items).toHaveLength(
      0,
    );
  });

  it("finds what it serves in discovery", async () => {
    const groups = (await cluster.call("GET", "/apis")).body.groups as { name: string }[];
    expect(groups.map((group) => group.name)).toContain("kubevirt.io");
    const resources = (await cluster.call("GET", "/apis/kubevirt.io/v1")).body.resources as {
      name: string;
    }[];
    expect(resources.map((resource) => resource.name)).toContain("virtualmachineinstances");
  });
});

describe("paged lists", () => {
  const names = ["p0", "p1", "p2", "p3", "p4"];
  const base = "/api/v1/namespaces/default/configmaps";
  beforeAll(async () => {
    for (const name of names)
      await cluster.call("POST", base, { metadata: { name, labels: { odd: String(Number(name[1]) % 2) } } });
  });

  it("shows the version of the first page on all of them", async () => {
    const first = await cluster.call("GET", `${base}?limit=2`);
    expect(first.body.metadata.remainingItemCount).toBe(3);
    await cluster.call("DELETE", `${base}/p2`);
    await cluster.call("POST", base, { metadata: { name: "p2b" } });
    const second = await cluster.call("GET", `${base}?limit=2&continue=${first.body.metadata.continue}`);
    const third = await cluster.call("GET", `${base}?limit=2&continue=${second.body.metadata.continue}`);
    const seen = [first, second, third].flatMap((page) => page.body.items.map((item) => item.metadata.name));
    expect(seen).toEqual(names);
    const versions = [first, second, third].map((page) => page.body.metadata.resourceVersion);
    expect(new Set(versions).size).toBe(1);
    expect(third.body.metadata.continue).toBeUndefined();
    await cluster.call("DELETE", `${base}/p2b`);
    await cluster.call("POST", base, { metadata: { name: "p2" } });
  });

  it("answers 410 for a forgotten version, with a token for the inconsistent rest", async () => {
    const first = await cluster.call("GET", `${base}?limit=2`);
    cluster.sim.forgetHistory();
    const gone = await cluster.call("GET", `${base}?limit=2&continue=${first.body.metadata.continue}`);
    expect(gone).toMatchObject({ status: 410, body: { reason: "Expired" } });
    expect(gone.body.message).toMatch(
      /^The provided continue parameter is too old to display a consistent list/,
    );
    const rest = await cluster.call("GET", `${base}?limit=9&continue=${gone.body.metadata.continue}`);
    expect(rest.body.items.map((item) => item.metadata.name)).toEqual(["p2", "p3", "p4"]);
  });

  it("ignores limit at resourceVersion 0 and refuses a version beside a token", async () => {
    expect((await cluster.call("GET", `${base}?limit=1&resourceVersion=0`)).body.items).toHaveLength(5);
    const { continue: token } = (await cluster.call("GET", `${base}?limit=1`)).body.metadata;
    const both = await cluster.call("GET", `${base}?limit=1&resourceVersion=1&continue=${token}`);
    expect(both.body.message).toBe("specifying resource version is not allowed when using continue");
    const bad = await cluster.call("GET", `${base}?limit=2&continue=garbage`);
    expect(bad.body.message).toMatch(/^invalid continue token: continue key is not valid: invalid character/);
  });

  it("counts pages after selecting, and tells no remainder then", async () => {
    const { body } = await cluster.call("GET", `${base}?limit=1&labelSelector=odd%3D1`);
    expect(body.items.map((item) => item.metadata.name)).toEqual(["p1"]);
    expect(body.metadata.continue).not.toBe("");
    expect(body.metadata.remainingItemCount).toBeUndefined();
  });
});

describe("writing", () => {
  it("refuses a second object of a name, and one whose namespace is missing", async () => {
    await cluster.call("POST", PATHS.secrets, secretOf("twice"));
    const again = await cluster.call("POST", PATHS.secrets, secretOf("twice"));
    expect(again).toMatchObject({
      status: 409,
      body: { reason: "AlreadyExists", message: 'secrets "twice" already exists' },
    });
    const lost = await cluster.call("POST", "/api/v1/namespaces/nowhere/secrets", secretOf("x"));
    expect(lost).toMatchObject({ status: 404, body: { message: 'namespaces "nowhere" not found' } });
  });

  it("draws a name from generateName and stores nothing in a dry run", async () => {
    const made = await cluster.call("POST", PATHS.secrets, {
      metadata: { generateName: "gen-" },
      stringData: { k: "v" },
    });
    expect(made.body.metadata.name).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(made.body.data).toEqual({ k: "dg==" });
    expect((await cluster.call("POST", `${PATHS.secrets}?dryRun=All`, secretOf("dry"))).status).toBe(201);
    expect((await cluster.call("GET", `${PATHS.secrets}/dry`)).status).toBe(404);
  });

  it("ignores status and uid that a client sends, and raises the generation with the spec only", async () => {
    const sent = { ...machineOf("fresh", { uid: "mine" }, "Halted"), status: { printableStatus: "Hacked" } };
    const made = await cluster.call("POST", PATHS.vms, sent);
    expect(made.body.metadata).toMatchObject({ generation: 1 });
    expect(made.body.metadata.uid).not.toBe("mine");
    const path = `${PATHS.vms}/fresh`;
    const merge = { "Content-Type": "application/merge-patch+json" };
    const hacked = await cluster.call("PATCH", path, { status: { printableStatus: "Hacked" } }, merge);
    expect(hacked.body.status.printableStatus).toBe("Stopped");
    const labelled = await cluster.call("PATCH", path, { metadata: { labels: { a: "1" } } }, merge);
    expect(labelled.body.metadata).toMatchObject({ generation: 1, labels: { a: "1" } });
    const grown = await cluster.call(
      "PATCH",
      path,
      { spec: { template: { spec: { hostname: "x" } } } },
      merge,
    );
    expect(grown.body.metadata).toMatchObject({ generation: 2 });
  });

  it("detects a stale PUT or patch, and lets a no-op patch keep its version", async () => {
    const { body } = await cluster.call("POST", PATHS.secrets, secretOf("versioned"));
    const path = `${PATHS.secrets}/versioned`;
    const first = await cluster.call("PUT", path, { ...body, data: { a: "Yg==" } });
    expect(first.status).toBe(200);
    const stale = await cluster.call("PUT", path, { ...body, data: {} });
    expect(stale).toMatchObject({ status: 409, body: { reason: "Conflict" } });
    expect(stale.body.message).toContain(
      "the object has been modified; please apply your changes to the latest version",
    );
    const merge = { "Content-Type": "application/merge-patch+json" };
    const same = await cluster.call("PATCH", path, { data: { a: "Yg==" } }, merge);
    expect(same.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion);
    const strategic = { "Content-Type": "application/strategic-merge-patch+json" };
    expect((await cluster.call("PATCH", path, { metadata: { labels: { b: "1" } } }, strategic)).status).toBe(
      200,
    );
    expect((await cluster.call("PATCH", `${PATHS.vms}/kinds`, {}, strategic)).status).toBe(415);
  });

  it("demands six fraction digits of a Lease", async () => {
    const lease = (renewTime: string) => ({
      metadata: { name: "l" },
      spec: { holderIdentity: "a", renewTime },
    });
    const bad = await cluster.call("POST", PATHS.leases, lease("2026-12-01T10:00:05.123Z"));
    expect(bad.status).toBe(400);
    expect(bad.body.message).toContain('cannot parse ".123Z" as ".000000"');
    expect((await cluster.call("POST", PATHS.leases, lease("2026-12-01T10:00:05.123000Z"))).status).toBe(201);
  });

  it.each([
    ["runStrategy", "RunStrategy must be specified", { runStrategy: undefined }],
    ["strategy", "Invalid RunStrategy (Sometimes)", { runStrategy: "Sometimes" }],
    ["both", /^admission webhook .* Running and RunStrategy are mutually exclusive/, { running: true }],
  ])("lets KubeVirt's webhook refuse a VM: %s", async (_what, text, change) => {
    const vm = machineOf("bad");
    const { status, body } = await cluster.call("POST", PATHS.vms, {
      ...vm,
      spec: { ...vm.spec, ...change },
    });
    expect(status).toBe(422);
    const prefix = 'admission webhook "virtualmachine-validator.kubevirt.io" denied the request: ';
    expect(body.message).toEqual(typeof text === "string" ? `${prefix}${text}` : expect.stringMatching(text));
  });
});

describe("deleting", () => {
  it("checks the UID and answers the Status of what is gone", async () => {
    const { body } = await cluster.call("POST", PATHS.secrets, secretOf("goner"));
    const path = `${PATHS.secrets}/goner`;
    const wrong = await cluster.call("DELETE", path, { preconditions: { uid: "other" } });
    expect(wrong).toMatchObject({
      status: 409,
      body: { reason: "Conflict", details: { name: "goner", kind: "Secret" } },
    });
    expect(wrong.body.message).toContain(
      `the UID in the precondition (other) does not match the UID in record (${body.metadata.uid})`,
    );
    const gone = await cluster.call("DELETE", path, { preconditions: { uid: body.metadata.uid } });
    expect(gone.body).toMatchObject({
      kind: "Status",
      status: "Success",
      details: { uid: body.metadata.uid },
    });
    expect((await cluster.call("DELETE", path)).status).toBe(404);
  });

  it("keeps what a finalizer holds, answers the object, and lets it go with the last one", async () => {
    await cluster.call("POST", PATHS.secrets, secretOf("held", { finalizers: ["example.com/hold"] }));
    const path = `${PATHS.secrets}/held`;
    const first = await cluster.call("DELETE", path);
    expect(first.body).toMatchObject({ kind: "Secret", metadata: { finalizers: ["example.com/hold"] } });
    const again = await cluster.call("DELETE", path);
    expect(again.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion);
    const same = await cluster.call("POST", PATHS.secrets, secretOf("held"));
    expect(same.body.message).toBe('object is being deleted: secrets "held" already exists');
    const merge = { "Content-Type": "application/merge-patch+json" };
    const more = await cluster.call(
      "PATCH",
      path,
      { metadata: { finalizers: ["example.com/hold", "b"] } },
      merge,
    );
    expect(more.body.message).toContain("no new finalizers can be added if the object is being deleted");
    expect((await cluster.call("PATCH", path, { metadata: { finalizers: null } }, merge)).status).toBe(200);
    expect((await cluster.call("GET", path)).status).toBe(404);
  });

  it("answers a deleted collection as the list that it was", async () => {
    for (const name of ["batch-1", "batch-2"]) {
      await cluster.call("POST", PATHS.secrets, secretOf(name, { labels: { batch: "x" } }));
    }
    const { body } = await cluster.call("DELETE", `${PATHS.secrets}?labelSelector=batch%3Dx`);
    expect(body.kind).toBe("SecretList");
    expect(body.items.map((item) => item.metadata.name)).toEqual(["batch-1", "batch-2"]);
    expect((await cluster.call("GET", `${PATHS.secrets}/batch-1`)).status).toBe(404);
  });

  it("empties a namespace before it lets it go", async () => {
    await cluster.call("POST", "/api/v1/namespaces", { metadata: { name: "passing" } });
    await cluster.call("POST", "/api/v1/namespaces/passing/secrets", secretOf("inside"));
    const { body } = await cluster.call("DELETE", "/api/v1/namespaces/passing");
    expect(body.status.phase).toBe("Terminating");
    expect((await cluster.call("GET", "/api/v1/namespaces/passing/secrets/inside")).status).toBe(404);
    expect((await cluster.call("GET", "/api/v1/namespaces/passing")).status).toBe(404);
  });
});

describe("access", () => {
  it("tells no token from a bad one", async () => {
    const anonymous = await clientFor(cluster.sim)("GET", PATHS.vms);
    expect(anonymous).toMatchObject({ status: 403 });
    expect(anonymous.body.message).toContain(
      'User "system:anonymous" cannot list resource "virtualmachines"',
    );
    const bad = await clientFor(cluster.sim, "wrong")("GET", PATHS.vms);
    expect(bad).toMatchObject({ status: 401, body: { message: "Unauthorized", reason: "Unauthorized" } });
    expect((await clientFor(cluster.sim)("GET", "/healthz")).body.message).toBe("ok");
  });

  it("refuses by RBAC before it looks for the object", async () => {
    const alice = clientFor(cluster.sim, "alice-token");
    expect((await alice("GET", PATHS.vms)).status).toBe(200);
    expect((await alice("DELETE", `${PATHS.vms}/nope`)).body.message).toBe(
      `virtualmachines.kubevirt.io "nope" is forbidden: User "alice" cannot delete resource "virtualmachines" ` +
        `in API group "kubevirt.io" in the namespace "curfew-vms"`,
    );
    expect((await alice("GET", "/apis/kubevirt.io/v1/virtualmachines")).body.message).toContain(
      "at the cluster scope",
    );
    expect((await alice("GET", PATHS.secrets)).status).toBe(403);
    expect((await alice("GET", `${PATHS.secrets}?fieldSelector=metadata.name%3Ds1`)).status).toBe(200);
    expect((await alice("POST", "/simulator/advance", { ms: 1 })).status).toBe(403);
  });

  it("takes a permission away and gives it back", async () => {
    cluster.sim.deny([{ verb: "list", group: "kubevirt.io", resource: "virtualmachines" }]);
    const refused = await cluster.call("GET", PATHS.vms);
    expect(refused.body.message).toContain('User "admin" cannot list resource "virtualmachines"');
    const review = {
      spec: { resourceAttributes: { verb: "list", group: "kubevirt.io", resource: "virtualmachines" } },
    };
    const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    expect((await cluster.call("POST", path, review)).body.status).toEqual({ allowed: false });
    cluster.sim.deny([]);
    expect((await cluster.call("GET", PATHS.vms)).status).toBe(200);
    expect((await cluster.call("POST", path, review)).body.status).toEqual({ allowed: true });
  });
});

it("serves no KubeVirt where there is none", async () => {
  const bare = await startTestCluster({ kubevirt: false });
  const groups = (await bare.call("GET", "/apis")).body.groups as { name: string }[];
  expect(groups.filter((group) => group.name.includes("kubevirt"))).toEqual([]);
  expect(await bare.call("GET", PATHS.vms)).toMatchObject({
    status: 404,
    body: { message: "404 page not found\n" },
  });
  expect((await bare.call("GET", PATHS.pods)).status).toBe(200);
  await bare.sim.close();
});
