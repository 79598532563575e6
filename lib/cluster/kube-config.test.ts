import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpMethod, RequestContext } from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadKubeConfig } from "./kube-config";

const folder = mkdtempSync(join(tmpdir(), "curfew-kubeconfig-"));
const file = join(folder, "config");
const simulated = (server: string, name: string) =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server } }],
    users: [{ name, user: { token: "t" } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  });

beforeAll(() => writeFileSync(file, simulated("http://127.0.0.1:6443", "here")));
afterAll(() => rmSync(folder, { recursive: true }));

describe("loadKubeConfig", () => {
  it("reads a file, and lets plain http pass on loopback", () => {
    const cluster = loadKubeConfig({ path: file }).getCurrentCluster();
    expect(cluster).toMatchObject({ server: "http://127.0.0.1:6443", skipTLSVerify: true });
  });

  it("takes the context of the first of several files", () => {
    const other = join(folder, "other");
    writeFileSync(other, simulated("https://elsewhere.example:6443", "there"));
    expect(loadKubeConfig({ path: `${file}:${other}` }).getCurrentContext()).toBe("here");
  });

  it("refuses plain http elsewhere", () => {
    const load = () => loadKubeConfig({ server: "http://10.0.0.1:6443", token: "sesame" });
    expect(load).toThrow("plain http, which is allowed on loopback only");
    expect(load).not.toThrow("sesame");
  });

  it("never skips TLS on https by itself", () => {
    const config = loadKubeConfig({ server: "https://api.example:6443", token: "t" });
    expect(config.getCurrentCluster()?.skipTLSVerify).toBe(false);
  });

  it("gives every way to sign in a connection pool, by the name that the certificate must have", async () => {
    const config = loadKubeConfig({ server: "https://api.example:6443", token: "t" });
    const context = new RequestContext("https://api.example:6443", HttpMethod.GET);
    await config.applySecurityAuthentication(context);
    expect(context.getDispatcher()).toBeDefined();
    expect(config.getCurrentCluster()?.tlsServerName).toBe("api.example");
  });

  it.each(["https://10.96.0.1:443", "https://[fd00::1]:6443"])(
    "takes no address for a name: %s",
    (server) => {
      expect(loadKubeConfig({ server, token: "t" }).getCurrentCluster()?.tlsServerName).toBeUndefined();
    },
  );

  it("names the file that cannot be read", () => {
    expect(() => loadKubeConfig({ path: join(folder, "none") })).toThrow(
      /The kubeconfig .*none cannot be read/,
    );
  });

  it("says that it is in no cluster", () => {
    expect(() => loadKubeConfig("in-cluster")).toThrow("this does not run in a cluster");
  });
});
