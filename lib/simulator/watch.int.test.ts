import { afterEach, beforeEach, expect, it } from "vitest";
import { PATHS, secretOf, startTestCluster } from "./test-client";
import type { Body } from "./test-client";

interface Line {
  type: string;
  object: Body;
}

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeEach(async () => {
  cluster = await startTestCluster();
});
afterEach(() => cluster.sim.close());

const MERGE = { "Content-Type": "application/merge-patch+json" };

/** Opens a watch and reads its lines one by one; next() waits for the line that comes. */
async function watch(query: string) {
  const response = await fetch(`${cluster.sim.url}${PATHS.secrets}?watch=1&${query}`, {
    headers: { Authorization: `Bearer ${cluster.sim.token}` },
  });
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  const next = async (): Promise<Line | null> => {
    while (!buffer.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) return null;
      buffer += value;
    }
    const [line = ""] = buffer.split("\n", 1);
    buffer = buffer.slice(line.length + 1);
    return JSON.parse(line) as Line;
  };
  return { status: response.status, next, stop: () => reader.cancel() };
}

async function version(): Promise<string> {
  return (await cluster.call("GET", PATHS.secrets)).body.metadata.resourceVersion;
}

it("sends exactly what changed after a version", async () => {
  await cluster.call("POST", PATHS.secrets, secretOf("before"));
  const stream = await watch(`resourceVersion=${await version()}`);
  await cluster.call("POST", PATHS.secrets, secretOf("a"));
  await cluster.call("PATCH", `${PATHS.secrets}/a`, { metadata: { labels: { x: "1" } } }, MERGE);
  await cluster.call("DELETE", `${PATHS.secrets}/a`);
  const lines = [await stream.next(), await stream.next(), await stream.next()];
  expect(lines.map((line) => line?.type)).toEqual(["ADDED", "MODIFIED", "DELETED"]);
  expect(lines[0]?.object).toMatchObject({ kind: "Secret", apiVersion: "v1", metadata: { name: "a" } });
  const versions = lines.map((line) => Number(line?.object.metadata.resourceVersion));
  expect(versions).toEqual([...versions].sort((x, y) => x - y));
  await stream.stop();
});

it("replays what was missed, and begins with what is there when no version is given", async () => {
  const from = await version();
  await cluster.call("POST", PATHS.secrets, secretOf("a"));
  const replay = await watch(`resourceVersion=${from}`);
  expect(await replay.next()).toMatchObject({ type: "ADDED", object: { metadata: { name: "a" } } });
  const whole = await watch("resourceVersion=0");
  expect(await whole.next()).toMatchObject({ type: "ADDED", object: { metadata: { name: "a" } } });
  await Promise.all([replay.stop(), whole.stop()]);
});

it("is 200 with one ERROR event from a version that is forgotten", async () => {
  cluster.sim.forgetHistory();
  const stream = await watch("resourceVersion=1");
  expect(stream.status).toBe(200);
  expect(await stream.next()).toMatchObject({
    type: "ERROR",
    object: {
      kind: "Status",
      code: 410,
      reason: "Expired",
      message: expect.stringMatching(/^too old resource version: 1 \(\d+\)$/),
    },
  });
  expect(await stream.next()).toBeNull();
});

it("sends DELETED for what leaves the selector and ADDED for what enters it", async () => {
  const stream = await watch(`labelSelector=app%3Dw&resourceVersion=${await version()}`);
  await cluster.call("POST", PATHS.secrets, secretOf("a", { labels: { app: "w" } }));
  await cluster.call("POST", PATHS.secrets, secretOf("other"));
  await cluster.call("PATCH", `${PATHS.secrets}/a`, { metadata: { labels: { app: "v" } } }, MERGE);
  await cluster.call("PATCH", `${PATHS.secrets}/a`, { metadata: { labels: { app: "w" } } }, MERGE);
  const lines = [await stream.next(), await stream.next(), await stream.next()];
  expect(lines.map((line) => line?.type)).toEqual(["ADDED", "DELETED", "ADDED"]);
  await stream.stop();
});

it("closes after timeoutSeconds, with a bookmark before it where they are allowed", async () => {
  const stream = await watch(
    `timeoutSeconds=0.05&allowWatchBookmarks=true&resourceVersion=${await version()}`,
  );
  expect(await stream.next()).toMatchObject({
    type: "BOOKMARK",
    object: { kind: "Secret", apiVersion: "v1" },
  });
  expect(await stream.next()).toBeNull();
});

it("marks the end of the initial events of a streaming list", async () => {
  await cluster.call("POST", PATHS.secrets, secretOf("a"));
  const query = "sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan";
  const stream = await watch(query);
  expect((await stream.next())?.type).toBe("ADDED");
  expect(await stream.next()).toMatchObject({
    type: "BOOKMARK",
    object: { metadata: { annotations: { "k8s.io/initial-events-end": "true" } } },
  });
  await stream.stop();
  expect((await watch("sendInitialEvents=true")).status).toBe(422);
});
