import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { freePort } from "./free-port";
import { answersOk, startService, type Service } from "./service";
import { writeKubeconfig } from "./write-kubeconfig";

export interface SimulatedCluster extends Service {
  /** Without TLS, for what is asked of the simulator and of no cluster. */
  url: string;
  /** Path of a kubeconfig file for it: with that in KUBECONFIG it is a cluster like any other. */
  kubeconfig: string;
}

export interface SimulatorOptions {
  /** Holds the cluster's state, log, port and kubeconfig. */
  folder: string;
  token: string;
  namespace: string;
  /** Further arguments of lib/simulator/main.ts. */
  args?: string[];
}

/** Starts the simulated cluster on the state in `folder`, in place of one that an earlier run left behind. */
export async function startSimulator({
  folder,
  token,
  namespace,
  args = [],
}: SimulatorOptions): Promise<SimulatedCluster> {
  mkdirSync(folder, { recursive: true });
  const portFile = path.join(folder, "simulator-port");
  const [last = [], lastTls = []] = existsSync(portFile)
    ? readFileSync(portFile, "utf8")
        .split(" ")
        .map((port) => [Number(port)])
    : [];
  const port = await freePort(...last);
  const tlsPort = await freePort(...lastTls);
  const url = `http://127.0.0.1:${port}`;
  const caFile = path.join(folder, "simulator-ca.pem");
  const state = path.join(folder, "cluster.json");
  const tokenFile = path.join(folder, "simulator-token");
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const listen = ["--port", String(port), "--tls-port", String(tlsPort), "--ca-file", caFile];
  const own = [...listen, "--state", state, "--token-file", tokenFile, "--namespace", namespace];
  const service = await startService({
    name: "simulator",
    folder,
    args: ["--import", tsxLoader(), "lib/simulator/main.ts", ...own, "--seed", "demo", "--metrics", ...args],
    env: process.env,
    isUp: () => answersOk(`${url}/version`, { authorization: `Bearer ${token}` }),
    startPatienceMs: 30_000,
  });
  writeFileSync(portFile, `${port} ${tlsPort}`);
  // kubectl sends no token but by TLS, and neither does a real cluster take one.
  const server = `https://127.0.0.1:${tlsPort}`;
  const ca = readFileSync(caFile, "utf8");
  return { ...service, url, kubeconfig: writeKubeconfig(folder, { server, ca, token, namespace }) };
}

/** What Node's --import needs to run TypeScript. */
export function tsxLoader(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
}
