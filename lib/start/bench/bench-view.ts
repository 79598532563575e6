// npm run bench:view — how long the capacity answer takes with 500 nodes and 10,000 pods in the view, and its memory.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { Actor } from "@/lib/domain/person";
import { getCapacity } from "@/lib/usecases/get-capacity";
import { createDatabase, startPostgres } from "../postgres";
import { startSimulator } from "../simulator";
import { BENCH_NAMESPACE, openBenchContext } from "./bench-context";

const FOLDER = path.join(".data", "bench");
const NODES = 500;
const PODS = 10_000;
const ROUNDS = 20;
const OBJECTS_A_CALL = 1000;
/** A pod that no answer shows for so long is never shown: its watch, or the simulator, is gone. */
const GIVE_UP_MS = 60_000;
const MIB = 1024 * 1024;
const CLI: Actor = { type: "system", name: "cli" };
const TOKEN = "bench-view-token";

process.exit(await main());

async function main(): Promise<number> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const database = await startPostgres({ dataDir: path.resolve(FOLDER, "postgres"), hasFsync: false });
  const cluster = await startSimulator({ folder: FOLDER, token: TOKEN, namespace: BENCH_NAMESPACE });
  try {
    await seed(cluster.url);
    const url = await createDatabase(database.url, "bench");
    const { context } = await openBenchContext(url, { ...cluster, token: TOKEN });
    const before = heapMib();
    const first = await timed(() => answered(context));
    const held = heapMib() - before;
    const times: Taken[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(() => answered(context)));
    const changed: Taken[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await put(cluster.url, [pod(PODS + round)]);
      changed.push(await firstWith(context, PODS + round + 1));
    }
    console.log(`${NODES} nodes and ${PODS} pods in the view: ${held} MiB of heap`);
    console.log(`first answer, which lists: ${Math.round(first.ms)} ms`);
    console.log(`of ${ROUNDS} more: ${told(times)}`);
    console.log(`of ${ROUNDS} more, each the first that shows another pod: ${told(changed)}`);
    context.cluster.view.stop();
    await context.db.close();
    return 0;
  } finally {
    await cluster.stop();
    await database.stop();
  }
}

/** Pods that the answer counts on all nodes. */
async function answered(context: Parameters<typeof getCapacity>[0]): Promise<number> {
  const answer = await getCapacity(context, CLI, {});
  const nodes = answer.ok ? (answer.value.nodes ?? []) : [];
  if (nodes.length < NODES) throw new Error("The view is not whole.");
  return nodes.reduce((sum, { pods }) => sum + Number(pods.requested), 0);
}

/** How long the first answer takes in which there are so many pods: what it goes by had to be told anew. */
async function firstWith(context: Parameters<typeof getCapacity>[0], pods: number): Promise<Taken> {
  const untilMs = performance.now() + GIVE_UP_MS;
  while (performance.now() < untilMs) {
    let seen = 0;
    const taken = await timed(async () => void (seen = await answered(context)));
    if (seen >= pods) return taken;
  }
  throw new Error(`The view never showed ${pods} pods.`);
}

async function seed(url: string): Promise<void> {
  const objects = [
    ...Array.from({ length: NODES }, (_, index) => node(index)),
    ...Array.from({ length: PODS }, (_, index) => pod(index)),
  ];
  for (let from = 0; from < objects.length; from += OBJECTS_A_CALL)
    await put(url, objects.slice(from, from + OBJECTS_A_CALL));
}

async function put(url: string, objects: readonly object[]): Promise<void> {
  const answer = await fetch(`${url}/simulator/objects`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(objects),
  });
  if (!answer.ok) throw new Error(`the simulator took no objects: ${answer.status}`);
}

function node(index: number) {
  const amounts = { cpu: "64", memory: "256Gi", pods: "110", "devices.kubevirt.io/kvm": "1k" };
  const ready = { type: "Ready", status: "True", reason: "KubeletReady", message: "" };
  return {
    ...{
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: `bench-${index}`, labels: { "kubevirt.io/schedulable": "true" } },
    },
    ...{ spec: {}, status: { capacity: amounts, allocatable: amounts, conditions: [ready] } },
  };
}

/** Finished for the simulator's kubelet would be none of a node's: these run. */
function pod(index: number) {
  const requests = { cpu: "250m", memory: "1Gi" };
  const containers = [{ name: "app", image: "registry.lab/app:1", resources: { requests } }];
  return {
    ...{ apiVersion: "v1", kind: "Pod", metadata: { name: `pod-${index}`, namespace: "default" } },
    spec: { nodeName: `bench-${index % NODES}`, containers },
    status: { phase: "Running", startTime: "2026-12-01T10:00:00Z", conditions: [] },
  };
}

interface Taken {
  readonly ms: number;
  /** Of this process: what other work on the machine does not lengthen as much. */
  readonly cpuMs: number;
}

async function timed(run: () => Promise<unknown>): Promise<Taken> {
  const startMs = performance.now();
  const cpu = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - startMs, cpuMs: (user + system) / 1000 };
}

function told(all: readonly Taken[]): string {
  const at = (share: number, of: (taken: Taken) => number) => {
    const sorted = all.map(of).sort((a, b) => a - b);
    return Math.round(sorted[Math.round(share * (sorted.length - 1))] ?? 0);
  };
  const cpuMs = at(0.5, (taken) => taken.cpuMs);
  return `median ${at(0.5, ({ ms }) => ms)} ms (${cpuMs} ms of CPU), most ${at(1, ({ ms }) => ms)} ms`;
}

function heapMib(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / MIB);
}
