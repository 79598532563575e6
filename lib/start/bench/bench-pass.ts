// npm run bench:pass — how long a pass takes over 1,000 and 10,000 machines, and what it asks of cluster and database.
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import type { Actor } from "@/lib/domain/person";
import { runReapPass } from "@/lib/usecases/run-reap-pass";
import { startPostgres, createDatabase } from "../postgres";
import { startSimulator } from "../simulator";
import { BENCH_NAMESPACE, openBenchContext } from "./bench-context";
import { sendBare, type RecordedRequest } from "./bare-client";
import { expireRows, insertRows, mixOf, seedObjects, sessionsOf } from "./pass-world";

const FOLDER = path.join(".data", "bench");
const CRON: Actor = { type: "system", name: "cronjob" };
const MIB = 1024 * 1024;

interface Measured {
  readonly machines: number;
  readonly outcome: string;
  readonly durationMs: number;
  readonly bareMs: number;
  readonly requests: number;
  readonly statements: number;
  readonly memoryMib: number;
  readonly tallies: string;
}

interface BenchServer {
  readonly url: string;
  readonly token: string;
  readonly kubeconfig: string;
  /** Added to the time of each answer. */
  readonly answerMs: number;
}

process.exit(await main(process.argv.slice(2)));

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { "answer-ms": { type: "string", default: "0" } },
    allowPositionals: true,
  });
  const sizes = positionals.length > 0 ? positionals.map(Number) : [1_000, 10_000];
  const answerMs = Number(values["answer-ms"]);
  if (sizes.some((size) => !Number.isInteger(size) || size < 100) || !(answerMs >= 0)) {
    console.error("usage: npm run bench:pass [-- [--answer-ms MS] MACHINES ...], machines 100 or more");
    return 2;
  }
  const results: Measured[] = [];
  for (const size of sizes) results.push(await measure(size, answerMs));
  for (const result of results) console.log(describe(result));
  const [small, big] = [results[0], results.at(-1)];
  if (small && big && small !== big) {
    const times = (big.durationMs / small.durationMs).toFixed(1);
    console.log(`${big.machines / small.machines} times the machines: ${times} times the duration`);
  }
  return 0;
}

function describe(result: Measured): string {
  const { machines, outcome, durationMs, bareMs, requests, statements, memoryMib, tallies } = result;
  return [
    `${machines} machines: ${outcome}, ${tallies}`,
    `  ${Math.round(durationMs)} ms; the bare requests ${Math.round(bareMs)} ms: ratio ${(durationMs / bareMs).toFixed(2)}`,
    `  ${requests} API requests, ${statements} database statements, at most ${Math.round(memoryMib)} MiB more memory`,
  ].join("\n");
}

async function measure(machines: number, answerMs: number): Promise<Measured> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const token = randomBytes(24).toString("hex");
  const database = await startPostgres({ dataDir: path.resolve(FOLDER, "postgres"), hasFsync: false });
  const cluster = await startSimulator({ folder: FOLDER, token, namespace: BENCH_NAMESPACE });
  try {
    const url = await createDatabase(database.url, "bench");
    const server = { url: cluster.url, token, kubeconfig: cluster.kubeconfig, answerMs };
    return await measureIn(machines, url, server);
  } finally {
    await cluster.stop();
    await database.stop();
  }
}

async function measureIn(machines: number, databaseUrl: string, server: BenchServer): Promise<Measured> {
  const { context, place } = await openBenchContext(databaseUrl, server);
  const sessions = sessionsOf(mixOf(machines));
  const isNew = ({ role }: (typeof sessions)[number]) => role === "orphan" || role === "ghost";
  const known = sessions.filter((session) => !isNew(session));
  await insertRows(databaseUrl, BENCH_NAMESPACE, known);
  await seedObjects(place, known);
  // The first pass finds nothing to reclaim and writes down where every machine is; then there is something.
  await runReapPass(context, CRON, { trigger: "cronjob" });
  await insertRows(databaseUrl, BENCH_NAMESPACE, sessions.filter(isNew));
  await seedObjects(place, sessions.filter(isNew));
  await expireRows(databaseUrl, sessions);

  if (server.answerMs > 0) await answerAfter(server);
  const since = (await requestsSince(server, 0)).length;
  const counting = countStatements();
  const memory = watchMemory();
  const startMs = performance.now();
  const summary = await runReapPass(context, CRON, { trigger: "cronjob" });
  const durationMs = performance.now() - startMs;
  const memoryMib = memory.stop();
  const statements = counting.stop();
  const requests = (await requestsSince(server, 0)).slice(since);
  await context.db.close();

  await seedObjects(place, sessions);
  const bareMs = await sendBare(server, requests);
  const tallies = Object.entries(summary.directions)
    .map(([direction, { found, done }]) => `${direction} ${done}/${found}`)
    .join(", ");
  return {
    machines,
    outcome: summary.outcome,
    durationMs,
    bareMs,
    requests: requests.length,
    statements,
    memoryMib,
    tallies,
  };
}

/** From now on every answer of the cluster takes so much longer, as where it is not on this machine. */
async function answerAfter({ url, token, answerMs }: BenchServer): Promise<void> {
  const answer = await fetch(`${url}/simulator/faults`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ act: { waitMs: answerMs } }),
  });
  if (!answer.ok) throw new Error(`the simulator took no delay: ${answer.status}`);
}

async function requestsSince(
  server: { url: string; token: string },
  since: number,
): Promise<RecordedRequest[]> {
  const headers = { authorization: `Bearer ${server.token}` };
  const answer = await fetch(`${server.url}/simulator/requests?since=${since}`, { headers });
  return (await answer.json()) as RecordedRequest[];
}

/** Counts what is sent to PostgreSQL, by whatever connection. */
function countStatements(): { stop(): number } {
  const { prototype } = pg.Client;
  const original = prototype.query;
  let count = 0;
  prototype.query = function counted(this: pg.Client, ...args: unknown[]): never {
    count += 1;
    return Reflect.apply(original, this, args) as never;
  } as typeof original;
  return {
    stop() {
      prototype.query = original;
      return count;
    },
  };
}

/** The most memory of this process above what it had at the start, in MiB; the cluster is a process of its own. */
function watchMemory(): { stop(): number } {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const look = () => (most = Math.max(most, process.memoryUsage().rss));
  const timer = setInterval(look, 20);
  return {
    stop() {
      clearInterval(timer);
      look();
      return (most - before) / MIB;
    },
  };
}
