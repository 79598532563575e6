import { request } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MOST_BODY_BYTES } from "./http";
import type { KubeObject } from "./objects";
import type { Resource } from "./resources";
import { machineOf, NAMESPACE, PATHS, secretOf, startTestCluster } from "./test-client";
import { mangled, manglings, operationsFor } from "./test-mangling";
import { collectionOf, exampleOf, SERVED } from "./test-objects";

const JSON_TYPE = "application/json";
const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const OPERATIONS = "application/json-patch+json";
const APPLY = "application/apply-patch+yaml";

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
beforeEach(tidy);
afterAll(() => cluster.sim.close());

/** Removes what a request has made, so that each run begins with the same cluster. */
function tidy(): void {
  const { store } = cluster.sim.cluster;
  cluster.sim.clearNamespace(NAMESPACE);
  const isOfTest = ({ metadata }: KubeObject) =>
    metadata.namespace === undefined && metadata.name.startsWith("x");
  for (const object of store.all().filter(isOfTest))
    if (store.byUid(object.metadata.uid)) store.remove(object);
  cluster.sim.cluster.settle();
}

/** Whatever is sent: a Status of 4xx that has changed nothing, or what was asked for; and controllers that go on. */
async function survives(method: string, path: string, text: string, type = JSON_TYPE): Promise<void> {
  const { store } = cluster.sim.cluster;
  const [before, version] = [store.all(), store.resourceVersion];
  const { status, body } = await cluster.call(method, path, text, { "Content-Type": type });
  const about = `${method} ${path} ${type}\n${text.slice(0, 3_000)}\n${JSON.stringify(body).slice(0, 600)}`;
  if (status >= 300) {
    expect(status, about).toBeGreaterThanOrEqual(400);
    expect(status, about).toBeLessThan(500);
    expect(body, about).toMatchObject({ kind: "Status", status: "Failure", code: status });
    expect(store.resourceVersion, about).toBe(version);
    // Stored objects never change, so the same ones are there.
    const after = store.all();
    expect(
      after.length === before.length && after.every((each, index) => each === before[index]),
      about,
    ).toBe(true);
  }
  expect(({} as { polluted?: unknown }).polluted, about).toBeUndefined();
  try {
    cluster.sim.advance(70_000);
  } catch (error) {
    throw new Error(`the controllers do not bear it: ${about}`, { cause: error });
  }
}

/** An object of the kind without what would hold it. */
function plain(resource: Resource): object {
  const { metadata, ...rest } = exampleOf(resource);
  const { finalizers: _holds, ownerReferences: _owners, ...free } = metadata;
  return { ...rest, metadata: free };
}

async function made(resource: Resource): Promise<object> {
  const { status, body } = await cluster.call("POST", collectionOf(resource), plain(resource));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const kind = fc.constantFrom(...SERVED);
/** As many as a test suite can wait for; each kind of call was tried with some thousands more when this was written. */
const RUNS = { numRuns: 40 };
const always = <T extends unknown[]>(property: fc.IAsyncPropertyWithHooks<T>) => fc.assert(property, RUNS);

describe("an object that nobody means", () => {
  it("is taken or refused with 4xx where it is created, of every kind", async () => {
    for (const resource of SERVED) expect((await made(resource)) !== null).toBe(true);
    await always(
      fc.asyncProperty(kind, manglings, async (resource, list) => {
        tidy();
        await survives("POST", collectionOf(resource), JSON.stringify(mangled(plain(resource), list)));
      }),
    );
  });

  it.each(["", "/status"])("is taken or refused with 4xx where it replaces one: x%s", async (subresource) => {
    await always(
      fc.asyncProperty(kind, manglings, async (resource, list) => {
        tidy();
        const whole = { status: {}, ...(await made(resource)) };
        const path = `${collectionOf(resource)}/x${resource.hasStatus ? subresource : ""}`;
        await survives("PUT", path, JSON.stringify(mangled(whole, list)));
      }),
    );
  });

  it.each([MERGE, STRATEGIC, OPERATIONS, APPLY])(
    "is taken or refused with 4xx as a patch: %s",
    async (type) => {
      await always(
        fc.asyncProperty(kind, manglings, async (resource, list) => {
          tidy();
          const whole = await made(resource);
          const wanted = mangled(type === APPLY ? plain(resource) : whole, list);
          const body = type === OPERATIONS ? operationsFor(wanted) : wanted;
          const query = type === APPLY ? "?fieldManager=f&force=true" : "";
          await survives("PATCH", `${collectionOf(resource)}/x${query}`, JSON.stringify(body), type);
        }),
      );
    },
  );

  it("is taken or refused with 4xx as the options of a delete, of a review, of an action on a machine", async () => {
    const options = {
      ...{ kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds: 5, propagationPolicy: "Foreground" },
      ...{ preconditions: { uid: "u", resourceVersion: "5" }, dryRun: ["All"], orphanDependents: true },
    };
    const attributes = { verb: "get", group: "", resource: "pods", namespace: NAMESPACE, name: "n" };
    const spec = { resourceAttributes: attributes, token: "t", audiences: ["a"], namespace: NAMESPACE };
    const machine = `/apis/subresources.kubevirt.io/v1/namespaces/${NAMESPACE}/virtualmachines/lab`;
    const calls: [method: string, path: string, body: object][] = [
      ["DELETE", `${PATHS.secrets}/x`, options],
      ["DELETE", PATHS.pods, options],
      ["POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", { spec }],
      ["POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", { spec }],
      ["POST", "/apis/authentication.k8s.io/v1/tokenreviews", { spec }],
      ["PUT", `${machine}/stop`, { gracePeriod: 5 }],
    ];
    await always(
      fc.asyncProperty(fc.constantFrom(...calls), manglings, async ([method, path, body], list) => {
        tidy();
        await cluster.call("POST", PATHS.secrets, secretOf("x"));
        await cluster.call("POST", PATHS.vms, machineOf("lab", {}, "Manual"));
        await survives(method, path, JSON.stringify(mangled(body, list)));
      }),
    );
  });
});

describe("a text that is no object", () => {
  const texts = fc.oneof(
    fc.constantFrom(
      "",
      " ",
      "null",
      "5",
      '"x"',
      "[]",
      "{",
      "nul",
      '{"a":1e999}',
      "[".repeat(9_000),
      "\u0000",
      "a: b",
    ),
    fc.constantFrom(
      `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
      `${'{"a":'.repeat(600)}1${"}".repeat(600)}`,
    ),
    fc.string({ unit: "binary" }),
    fc.json(),
  );
  const cut = fc.tuple(kind, fc.nat(2_000), fc.nat(20), fc.string()).map(([resource, at, length, text]) => {
    const whole = JSON.stringify(plain(resource));
    const start = at % whole.length;
    return `${whole.slice(0, start)}${text}${whole.slice(start + length)}`;
  });
  const types = fc.constantFrom(MERGE, STRATEGIC, OPERATIONS, APPLY);

  it("is refused with 4xx wherever it is sent, or means what it says", async () => {
    await always(
      fc.asyncProperty(kind, fc.oneof(texts, cut), types, async (resource, text, type) => {
        tidy();
        const path = collectionOf(resource);
        await survives("POST", path, text);
        tidy();
        await made(resource);
        await survives("PUT", `${path}/x`, text);
        await survives("PATCH", `${path}/x?${type === APPLY ? "fieldManager=f" : ""}`, text, type);
        await survives("DELETE", `${path}/x`, text);
      }),
    );
  });
});

describe("a body of more than 3 MiB", () => {
  const secretOfBytes = (bytes: number) => {
    const empty = JSON.stringify({ ...secretOf("x"), stringData: { a: "" } });
    return empty.replace('"a":""', `"a":"${"x".repeat(bytes - empty.length)}"`);
  };

  it("is refused with 413, to the byte, and the connection is good for more", async () => {
    expect(secretOfBytes(MOST_BODY_BYTES)).toHaveLength(3_145_728);
    const over = await cluster.call("POST", PATHS.secrets, secretOfBytes(MOST_BODY_BYTES + 1));
    expect(over).toMatchObject({
      status: 413,
      body: {
        ...{ kind: "Status", code: 413, reason: "RequestEntityTooLarge" },
        message: "Request entity too large: limit is 3145728",
      },
    });
    expect((await cluster.call("GET", `${PATHS.secrets}/x`)).status).toBe(404);
    expect((await cluster.call("POST", PATHS.secrets, secretOfBytes(MOST_BODY_BYTES))).status).toBe(201);
  });

  it("is refused as well where its length is not told before", async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${cluster.sim.token}`, "content-type": JSON_TYPE };
      const call = request(`${cluster.sim.url}${PATHS.secrets}`, { method: "POST", headers }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode));
      }).on("error", reject);
      for (let written = 0; written <= MOST_BODY_BYTES; written += 65_536) call.write(" ".repeat(65_536));
      call.end("{}");
    });
    expect(status).toBe(413);
  });
});
