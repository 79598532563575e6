import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ClusterError } from "@/lib/cluster/cluster-error";
import { traced, tracedStatement } from "./spans";
import { startTracing } from "./tracing";

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const sent: { path: string; body: Sent }[] = [];
const stop = new AbortController();
let collector: Server;
let flush: () => Promise<void>;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      sent.push({ path: request.url ?? "", body: JSON.parse(Buffer.concat(chunks).toString()) as Sent });
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  flush = startTracing({
    endpoint: `http://127.0.0.1:${port}/`,
    serviceName: "curfew-test",
    environment: "dev",
    signal: stop.signal,
  });
});
afterAll(() => {
  stop.abort();
  collector.closeAllConnections();
  collector.close();
});

const spansSent = (): SentSpan[] =>
  sent.flatMap(({ body }) =>
    body.resourceSpans.flatMap((of) => of.scopeSpans.flatMap((scope) => [...scope.spans])),
  );

describe("tracing", () => {
  it("sends a span within a span to /v1/traces, as OTLP, with the service's name", async () => {
    const answer = await traced("reap pass", { "curfew.pass.trigger": "cli" }, () =>
      traced("cluster get", { "url.path": "/api/v1/nodes" }, async () => 42),
    );
    await flush();
    expect(answer).toBe(42);
    expect(sent[0]?.path).toBe("/v1/traces");
    expect(sent[0]?.body.resourceSpans[0]?.resource.attributes).toContainEqual({
      key: "service.name",
      value: { stringValue: "curfew-test" },
    });
    const [inner, outer] = ["cluster get", "reap pass"].map((name) =>
      spansSent().find((s) => s.name === name),
    );
    expect(inner?.parentSpanId).toBe(outer?.spanId);
    expect(inner?.traceId).toBe(outer?.traceId);
  });

  it("names what was thrown by its class, throws it on, and never sends its message", async () => {
    const failure = new ClusterError("forbidden", 403, "secret hunter2 may not be read");
    await expect(traced("cluster create", {}, () => Promise.reject(failure))).rejects.toBe(failure);
    await flush();
    const span = spansSent().find(({ name }) => name === "cluster create");
    expect(span?.status.code).toBe(2);
    expect(span?.attributes).toContainEqual({ key: "error.type", value: { stringValue: "forbidden" } });
    expect(JSON.stringify(sent)).not.toContain("hunter2");
  });

  it("sends a statement to the database within what asked for it, by its operation and table alone", async () => {
    const refused = Object.assign(new Error("Key (email)=(hunter2@example.org) exists"), { code: "23505" });
    const insert = () =>
      tracedStatement({ operation: "INSERT", table: "person" }, () => Promise.reject(refused));
    await expect(traced("add a person", {}, insert)).rejects.toBe(refused);
    await tracedStatement({ operation: "BEGIN", table: null }, async () => 1);
    await flush();
    const span = spansSent().find(({ name }) => name === "database INSERT person");
    expect(span?.parentSpanId).toBe(spansSent().find(({ name }) => name === "add a person")?.spanId);
    expect(
      Object.fromEntries(span?.attributes.map(({ key, value }) => [key, value.stringValue]) ?? []),
    ).toEqual({
      "db.system.name": "postgresql",
      "db.operation.name": "INSERT",
      "db.collection.name": "person",
      "error.type": "23505",
    });
    expect(spansSent().map(({ name }) => name)).toContain("database BEGIN");
    expect(JSON.stringify(sent)).not.toContain("hunter2");
  });
});
