import { isIP } from "node:net";
import { delimiter } from "node:path";
import { type Cluster as KubeCluster, KubeConfig } from "@kubernetes/client-node";

/** Where the API server is and how we sign in there. `path` may name several files, joined as in $KUBECONFIG. */
export type KubeconfigSource =
  { readonly path: string } | { readonly server: string; readonly token: string } | "in-cluster";

/** Reads it. Errors: an Error whose sentence names the file or the server that is wrong; never a token. */
export function loadKubeConfig(source: KubeconfigSource): KubeConfig {
  const config =
    source === "in-cluster" ? inCluster() : "path" in source ? fromFiles(source.path) : fromToken(source);
  const cluster = config.getCurrentCluster();
  if (!cluster) throw new Error("The kubeconfig has no current cluster: set its current-context.");
  const { protocol, hostname } = new URL(cluster.server);
  const isPlain = protocol === "http:";
  if (isPlain && !isLoopback(cluster.server))
    throw new Error(`The API server ${cluster.server} is plain http, which is allowed on loopback only.`);
  const told = isPlain ? NO_TLS : nameOf(cluster, hostname);
  config.clusters = config.clusters.map((one) => (one.name === cluster.name ? { ...one, ...told } : one));
  return config;
}

/** The SDK refuses http unless told to skip TLS; on loopback there is no TLS to skip. */
const NO_TLS = { skipTLSVerify: true };

/**
 * The SDK makes no connection pool where the kubeconfig says nothing of TLS (a certificate that everybody trusts). The
 * host's name says nothing new, and is enough. An IP address may not be such a name (RFC 6066, section 3).
 */
function nameOf(cluster: KubeCluster, hostname: string): Partial<KubeCluster> {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return isAddress ? {} : { tlsServerName: cluster.tlsServerName ?? hostname };
}

function fromToken(source: { server: string; token: string }): KubeConfig {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: "cluster", server: source.server, skipTLSVerify: false }],
    users: [{ name: "curfew", token: source.token }],
    contexts: [{ name: "curfew", cluster: "cluster", user: "curfew" }],
    currentContext: "curfew",
  });
  return config;
}

function fromFiles(paths: string): KubeConfig {
  const [first, ...others] = paths.split(delimiter).filter((path) => path !== "");
  if (first === undefined) throw new Error("KUBECONFIG names no file.");
  const config = readOne(first);
  for (const path of others) config.mergeConfig(readOne(path), true);
  return config;
}

function readOne(path: string): KubeConfig {
  const config = new KubeConfig();
  try {
    config.loadFromFile(path);
  } catch (error) {
    throw new Error(`The kubeconfig ${path} cannot be read: ${(error as Error).message.split("\n")[0]}`);
  }
  return config;
}

function inCluster(): KubeConfig {
  const config = new KubeConfig();
  config.loadFromCluster();
  if (config.getCurrentCluster()?.server.includes("undefined")) {
    throw new Error("There is no service account here: this does not run in a cluster. Set KUBECONFIG.");
  }
  return config;
}

function isLoopback(server: string): boolean {
  const host = new URL(server).hostname;
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
