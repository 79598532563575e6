import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ApiClient } from "./api-request";
import { type ClusterError } from "./cluster-error";
import { loadKubeConfig } from "./kube-config";

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

let server: Server | null = null;

/** A server that answers as told: what no API server does on purpose, such as closing a connection half-way. */
async function clientOf(handler: Handler, timeoutMs = 2000, path = ""): Promise<ApiClient> {
  let count = 0;
  const started = createServer((request, response) => handler(request, response, (count += 1)));
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const { port } = started.address() as AddressInfo;
  return new ApiClient(
    loadKubeConfig({ server: `http://127.0.0.1:${port}${path}`, token: "sesame" }),
    timeoutMs,
  );
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const failed = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error("It should have failed");
    },
    (error: unknown) => error as ClusterError,
  );
const GET = { method: "GET", path: "/api/v1/pods" } as const;

describe("ApiClient", () => {
  it("signs in, sends query and body, and reads body and Date", async () => {
    const api = await clientOf((request, response) => {
      json(
        response,
        201,
        {
          seen: `${request.method} ${request.url} ${request.headers.authorization} ${request.headers.accept}`,
        },
        { date: "Mon, 30 Nov 2026 13:59:38 GMT" },
      );
    });
    const answer = await api.send({
      method: "POST",
      path: "/api/v1/pods",
      query: { limit: "5" },
      body: { a: 1 },
    });
    expect(answer).toEqual({
      body: { seen: "POST /api/v1/pods?limit=5 Bearer sesame application/json" },
      dateMs: Date.parse("2026-11-30T13:59:38Z"),
    });
    expect(api.tally.requests).toBe(1);
  });

  it("keeps its connections, also after a DELETE with a body", async () => {
    const ports = new Set<number | undefined>();
    const api = await clientOf((request, response) => {
      ports.add(request.socket.remotePort);
      request.resume().on("end", () => json(response, 200, {}));
    });
    for (const method of ["DELETE", "DELETE", "GET", "DELETE", "POST", "DELETE"] as const)
      await api.send({
        method,
        path: "/x",
        ...(method === "GET" ? {} : { body: { kind: "DeleteOptions" } }),
      });
    // One that has only just answered counts as busy for a moment, so that a second may stand beside it.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it("asks below the server's own path", async () => {
    const api = await clientOf(
      (request, response) => json(response, 200, { url: request.url }),
      2000,
      "/k8s/a/",
    );
    const answer = await api.send({ ...GET, query: { labelSelector: "a=b,c d" } });
    expect(answer.body).toEqual({ url: "/k8s/a/api/v1/pods?labelSelector=a%3Db%2Cc+d" });
  });

  it("takes an empty 202 for an answer", async () => {
    const api = await clientOf((_request, response) => void response.writeHead(202).end());
    expect((await api.send(GET)).body).toBeNull();
  });

  it.each([
    [429, { "retry-after": "0" }],
    [503, { "retry-after": "0" }],
  ])("waits out a %s with Retry-After", async (status, headers) => {
    const api = await clientOf((_request, response, count) => {
      if (count < 3) json(response, status, { kind: "Status", message: "slow down" }, headers);
      else json(response, 200, { ok: true });
    });
    expect((await api.send(GET)).body).toEqual({ ok: true });
    expect(api.tally.requests).toBe(3);
  });

  it("does not wait longer than the call may last", async () => {
    const api = await clientOf((_request, response) => {
      json(response, 429, { kind: "Status", message: "slow down" }, { "retry-after": "30" });
    });
    const error = await failed(api.send(GET));
    expect(error).toMatchObject({ code: "too-many-requests", status: 429, retryAfterSeconds: 30 });
    expect(api.tally.requests).toBe(1);
  });

  it("does not repeat a 429 that asks for no wait", async () => {
    const api = await clientOf((_request, response) => void json(response, 429, { kind: "Status" }));
    expect((await failed(api.send(GET))).code).toBe("too-many-requests");
    expect(api.tally.requests).toBe(1);
  });

  it("times out where no answer comes", async () => {
    const api = await clientOf(() => undefined, 60);
    expect(await failed(api.send(GET))).toMatchObject({ code: "timeout", status: null });
  });

  it("times out where the body never ends", async () => {
    const api = await clientOf((_request, response) => void response.writeHead(200).write('{"kind":'), 60);
    expect((await failed(api.send(GET))).code).toBe("timeout");
  });

  it("ends at once when it is aborted", async () => {
    const controller = new AbortController();
    const api = await clientOf(() => controller.abort(), 60_000);
    expect((await failed(api.send({ ...GET, signal: controller.signal }))).code).toBe("aborted");
  });

  it("sends nothing for a caller who is gone already", async () => {
    const api = await clientOf((_request, response) => void json(response, 200, {}));
    const error = await failed(api.send({ ...GET, signal: AbortSignal.abort() }));
    expect(error.code).toBe("aborted");
    expect(api.tally.requests).toBe(0);
  });

  it("knows a body that was cut short, by length or by its JSON", async () => {
    const api = await clientOf((_request, response, count) => {
      const body = '{"kind":"PodList","items":[{"metad';
      if (count > 1) return void response.writeHead(200).end(body);
      response.writeHead(200, { "content-length": "9000" }).write(body, () => response.destroy());
    });
    expect(await failed(api.send(GET))).toMatchObject({ code: "incomplete", status: 200 });
    expect(await failed(api.send(GET))).toMatchObject({ code: "incomplete", status: 200 });
  });

  it.each(["GET", "DELETE"] as const)(
    "sends a %s once more when the kept connection was closed",
    async (method) => {
      const api = await clientOf((request, response, count) => {
        if (count === 1 || count > 2) request.socket.destroy();
        else json(response, 200, { count });
      });
      expect((await api.send({ method, path: "/x" })).body).toEqual({ count: 2 });
      expect((await failed(api.send({ method, path: "/x" }))).code).toBe("network");
      expect(api.tally.requests).toBe(4);
    },
  );

  it.each(["POST", "PATCH", "PUT"] as const)(
    "never sends a %s once more, for it may have been done",
    async (method) => {
      const api = await clientOf((request) => void request.socket.destroy());
      expect((await failed(api.send({ method, path: "/x", body: {} }))).code).toBe("network");
      expect(api.tally.requests).toBe(1);
    },
  );

  it("says that nobody listens, without the token", async () => {
    const api = await clientOf(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    const error = await failed(api.send(GET));
    expect(error).toMatchObject({ code: "network", status: null });
    expect(error.message).toContain("ECONNREFUSED");
    expect(error.message).not.toContain("sesame");
  });
});
