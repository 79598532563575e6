// npm run bench:store — how fast the simulated cluster lists 50,000 objects, beside a server that only sends their bytes.
import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startSimulator } from "@/lib/simulator/server";
import { podOf } from "@/lib/simulator/test-client";

const OBJECTS = 50_000;
const PAGE = 500;
const ROUNDS = 3;
const MIB = 1024 * 1024;
const NAMESPACE = "curfew-vms";
const AGENT = new Agent({ keepAlive: true });
const PATH = `/api/v1/namespaces/${NAMESPACE}/pods`;

process.exit(await main());

async function main(): Promise<number> {
  const simulator = await startSimulator({ namespaces: [NAMESPACE], clock: () => 0 });
  const before = heapMib();
  for (let index = 0; index < OBJECTS; index += 1) simulator.cluster.store.insert(pod(index));
  simulator.cluster.settle();
  const held = heapMib() - before;
  const headers = { authorization: `Bearer ${simulator.token}` };
  const first = await read(simulator.url + PATH, headers);
  const whole = await best(() => read(simulator.url + PATH, headers));
  const paged = await best(() => readPages(simulator.url, headers));
  const listed = heapMib() - before;
  const bare = await serveBytes(first.body);
  const plain = await best(() => read(`${bare.url}/`, {}));
  const ratio = ({ ms }: Reading) => `ratio to the bare bytes ${(ms / plain.ms).toFixed(2)}`;
  console.log(`${OBJECTS} objects: ${held} MiB of heap, ${listed} MiB once listed`);
  console.log(`first list, whose text is made: ${speed(first)}; ${ratio(first)}`);
  console.log(`whole list: ${speed(whole)}; ${ratio(whole)}`);
  console.log(`pages of ${PAGE}: ${speed(paged)}; ${ratio(paged)}`);
  console.log(`the bare bytes: ${speed(plain)}`);
  bare.server.close();
  await simulator.close();
  return 0;
}

interface Reading {
  readonly body: Buffer;
  readonly bytes: number;
  readonly ms: number;
}

function pod(index: number) {
  const name = `lab-${String(index).padStart(6, "0")}-1`;
  const labels = { "app.kubernetes.io/managed-by": "curfew", "curfew.dev/session": name.slice(4, 10) };
  const { spec } = podOf(name, { nodeName: `node-${(index % 5) + 1}` }, { cpu: "100m", memory: "256Mi" });
  const metadata = {
    ...{ name, namespace: NAMESPACE, labels, uid: `uid-${index}` },
    ...{ resourceVersion: "", creationTimestamp: "2026-12-01T10:00:00Z" },
  };
  const conditions = ["Initialized", "Ready", "ContainersReady", "PodScheduled"].map((type) => ({
    ...{ type, status: "True", lastProbeTime: null, lastTransitionTime: "2026-12-01T10:00:01Z" },
  }));
  return { apiVersion: "v1", kind: "Pod", metadata, spec, status: { phase: "Running", conditions } };
}

/** Reads an answer as it is, for it is the server that is measured. */
async function read(url: string, headers: Record<string, string>): Promise<Reading> {
  const startMs = performance.now();
  const [response] = (await once(get(url, { headers, agent: AGENT }), "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const ms = performance.now() - startMs;
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  const body = Buffer.concat(chunks);
  return { body, bytes: body.length, ms };
}

async function readPages(url: string, headers: Record<string, string>): Promise<Reading> {
  let [bytes, ms] = [0, 0];
  for (let token: string | undefined = ""; token !== undefined;) {
    const query: string = token === "" ? "" : `&continue=${encodeURIComponent(token)}`;
    const page: Reading = await read(`${url}${PATH}?limit=${PAGE}${query}`, headers);
    bytes += page.bytes;
    ms += page.ms;
    token = /"continue":"([^"]+)"/.exec(page.body.toString("utf8", 0, 1000))?.[1];
  }
  return { body: Buffer.alloc(0), bytes, ms };
}

async function best(measure: () => Promise<Reading>): Promise<Reading> {
  const all: Reading[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await measure());
  return all.reduce((quickest, each) => (each.ms < quickest.ms ? each : quickest));
}

async function serveBytes(body: Buffer): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Length", body.length);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function heapMib(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / MIB);
}

function speed({ bytes, ms }: Reading): string {
  return `${Math.round(bytes / MIB)} MiB in ${Math.round(ms)} ms, ${Math.round(bytes / MIB / (ms / 1000))} MiB/s`;
}
