import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { type KubeconfigSource, loadKubeConfig } from "./kube-config";

export interface Sent {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An API server as the tests reach it, signed in by its kubeconfig; it knows nothing of the code that is tested. */
export interface Upstream {
  send(sent: Sent): Promise<Answer>;
}

/**
 * Sends nothing yet. With a token it signs in by that, in place of what the kubeconfig says. Errors: a sentence about the
 * kubeconfig; later, the network's own.
 */
export function openUpstream(source: KubeconfigSource, token?: string): Upstream {
  const config = loadKubeConfig(source);
  if (token !== undefined) config.users = config.users.map(({ name }) => ({ name, token }));
  const server = new URL(config.getCurrentCluster()?.server ?? "");
  const signedIn = signIn(config);
  return {
    async send({ method, path, headers = {}, body = "" }) {
      const { headers: own, ...connection } = await signedIn();
      return exchange(server, body, {
        ...connection,
        ...{ method, path: server.pathname.replace(/\/+$/, "") + path },
        headers: { ...headers, ...own, "content-length": Buffer.byteLength(body) },
      });
    },
  };
}

/** Once for all requests: a plug-in that makes a token is a program of its own. */
function signIn(config: ReturnType<typeof loadKubeConfig>) {
  let made: Promise<RequestOptions & { headers?: Record<string, string> }> | null = null;
  const make = async () => {
    const options: RequestOptions & { headers?: Record<string, string> } = {};
    await config.applyToHTTPSOptions(options);
    return options;
  };
  return () => (made ??= make());
}

function exchange(server: URL, body: string, options: RequestOptions): Promise<Answer> {
  const send = server.protocol === "http:" ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const request = send({ ...options, host: server.hostname, port: server.port }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        });
      });
    });
    request.once("error", reject);
    request.end(body);
  });
}
