import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TokenEntry } from "./access";
import { selfSigned } from "./certificate";
import { listener } from "./http";
import { seedCluster } from "./seed-nodes";
import { seedDemo } from "./seed-demo";
import { Simulator } from "./simulator";
import { loadState, StateWriter } from "./state-file";
import { REAL_DELAYS } from "./world";
import type { Delays } from "./world";

export interface SimulatorOptions {
  /** 0 (default): any free port on 127.0.0.1. */
  port?: number;
  /** The same by TLS, with a certificate of its own: a port of 127.0.0.1, 0 for any that is free. Left out: it has none. */
  tlsPort?: number;
  /** Token of the admin; without it a random one. */
  token?: string;
  /** More tokens with rules of their own. */
  tokens?: TokenEntry[];
  /** Namespaces to make besides default and kube-system; `curfew-vms` unless given. */
  namespaces?: string[];
  /** "demo": a ResourceQuota and a golden volume in the first namespace. */
  seed?: "demo";
  /** False: a cluster without KubeVirt and CDI. */
  kubevirt?: boolean;
  /** True: metrics.k8s.io is served. */
  metrics?: boolean;
  /** True: autoscaling.k8s.io is served. */
  verticalAutoscaler?: boolean;
  /** True: the Gateway API and Prometheus' operator are installed. */
  operators?: boolean;
  /** Nodes of 8 CPUs and 32Gi; 5 unless given. */
  nodes?: number;
  delays?: Partial<Delays>;
  /** Divides all delays: 100 boots a guest in 40 ms. */
  speed?: number;
  qemuOverheadMi?: number;
  missingImages?: string[];
  /** Epoch milliseconds; the real clock unless given. What `advance` moves is added to it. */
  clock?: () => number;
  /** Where to keep the state; without it nothing is kept. */
  stateFile?: string;
}

export interface RunningSimulator extends Simulator {
  url: string;
  /** By TLS, and the authority to trust there, in PEM. */
  secure: { url: string; ca: string } | null;
  token: string;
  close(): Promise<void>;
}

const LONGEST_TIMER_MS = 1_000;
const SHORTEST_TIMER_MS = 5;

/** Starts a simulated cluster that speaks the Kubernetes API over HTTP on loopback; see README.md for its limits. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<RunningSimulator> {
  const token = options.token ?? randomBytes(24).toString("base64url");
  const simulator = makeSimulator(options, token);
  const writer = options.stateFile ? new StateWriter(options.stateFile, () => simulator.save()) : undefined;
  if (writer) simulator.cluster.store.onChange(() => writer.touch());
  seed(simulator, options);
  const heart = new Heart(simulator);
  const answer = listener(simulator, () => heart.beat());
  const plain = createServer(answer);
  const servers: Server[] = [plain];
  let secure: RunningSimulator["secure"] = null;
  if (options.tlsPort !== undefined) {
    const { key, cert } = selfSigned(Date.now());
    const server = createTlsServer({ key, cert }, answer);
    servers.push(server);
    secure = { url: `https://127.0.0.1:${await listen(server, options.tlsPort)}`, ca: cert };
  }
  // The last, so that whoever gets an answer from it finds the rest there.
  const url = `http://127.0.0.1:${await listen(plain, options.port ?? 0)}`;
  heart.beat();
  const close = async () => {
    heart.stop();
    await Promise.all(servers.map(shut));
    await writer?.flush();
  };
  return Object.assign(simulator, { url, secure, token, close });
}

/** Answers the port. */
async function listen(server: Server, port: number): Promise<number> {
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function shut(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function makeSimulator(options: SimulatorOptions, token: string): Simulator {
  const speed = options.speed ?? 1;
  const delays = { ...REAL_DELAYS, ...options.delays };
  const scaled = Object.fromEntries(
    Object.entries(delays).map(([name, ms]) => [name, ms / speed]),
  ) as unknown as Delays;
  const settings = {
    delays: scaled,
    hasKubevirt: options.kubevirt ?? true,
    hasMetrics: options.metrics ?? false,
    hasVerticalAutoscaler: options.verticalAutoscaler ?? false,
    hasOperators: options.operators ?? false,
    qemuOverheadMi: options.qemuOverheadMi ?? 50,
    missingImages: options.missingImages ?? [],
  };
  const admin: TokenEntry = { token, user: "admin", rules: "admin" };
  const saved = options.stateFile ? loadState(options.stateFile) : null;
  return new Simulator(settings, [admin, ...(options.tokens ?? [])], options.clock ?? Date.now, saved);
}

function seed(simulator: Simulator, options: SimulatorOptions): void {
  const namespaces = options.namespaces ?? ["curfew-vms"];
  seedCluster(simulator.cluster, options.nodes ?? 5, namespaces);
  const [first] = namespaces;
  if (options.seed === "demo" && first !== undefined) seedDemo(simulator.cluster, first);
  simulator.cluster.settle();
}

/** Lets the controllers act after every request and whenever something falls due. */
class Heart {
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly simulator: Simulator) {}

  beat(): void {
    const { cluster } = this.simulator;
    cluster.settle();
    clearTimeout(this.#timer);
    const waitMs = (cluster.loop.nextDueMs() ?? Infinity) - cluster.nowMs();
    const nextMs = Math.min(Math.max(waitMs, SHORTEST_TIMER_MS), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => this.#tick(), nextMs);
    this.#timer.unref();
  }

  #tick(): void {
    try {
      this.beat();
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
