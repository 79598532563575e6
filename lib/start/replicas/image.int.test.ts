import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { renderChart, valuesOf } from "@/deploy/render-chart";
import { kubeconfigOf, type LabCluster, openLabCluster } from "@/lib/usecases/test-lab-world";
import { buildApp } from "../build-app";
import { freePort } from "../free-port";
import { createDatabase, dropDatabase } from "../postgres";
import { answersOk, lastLines } from "../service";
import { until } from "./pair";

interface Container {
  readonly command?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
}

const dockerfile = readFileSync("deploy/Dockerfile", "utf8");
const COPIES = [...dockerfile.matchAll(/^COPY --from=build \/src\/(\S+) (\S+)$/gm)];
const CMD = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? "[]") as string[];
const USER = 1000;
const isRoot = process.getuid?.() === 0;
const name = `image_${randomBytes(6).toString("hex")}`;

let folder: string;
let app: string;
let url: string;
let files: string[];
let cluster: LabCluster;

/** What a build of deploy/Dockerfile would put into /app, where nothing above it has packages. */
beforeAll(async () => {
  await buildApp();
  folder = mkdtempSync(path.join(tmpdir(), "curfew-image-"));
  chmodSync(folder, 0o755);
  app = path.join(folder, "app");
  for (const [, from = "", to = ""] of COPIES) {
    const target = path.join(app, to.endsWith("./") ? path.basename(from) : to);
    if (from === "curfew.mjs") execFileSync(process.execPath, ["lib/start/bundle-cli.mjs", target]);
    else cpSync(from, to === "./" ? app : target, { recursive: true, verbatimSymlinks: true, filter });
  }
  execFileSync("chmod", ["-R", "a-w,a+rX", app]);
  files = filesOf(app);
  for (const mount of [path.join(app, ".next/cache"), path.join(folder, "tmp")]) mountEmpty(mount);
  cluster = await openLabCluster({});
  writeFileSync(path.join(folder, "kubeconfig"), kubeconfigOf(cluster.direct), { mode: 0o644 });
  url = await createDatabase(inject("postgres").url, name);
}, 600_000);
afterAll(async () => {
  await cluster?.close();
  await dropDatabase(inject("postgres").url, name);
  execFileSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
});

function mountEmpty(mount: string): void {
  const above = path.dirname(mount);
  chmodSync(above, 0o755);
  mkdirSync(mount, { recursive: true });
  if (isRoot) chownSync(mount, USER, USER);
  if (above !== folder) chmodSync(above, 0o555);
}

/** `buildApp` puts it there, for servers that run where they were built; the image has it from its own step. */
const filter = (from: string) => from !== path.join(".next/standalone", ".next/static");

const filesOf = (root: string) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => !file.startsWith(".next/cache"))
    .sort();

/** The first container of what the chart makes, with what the Secret of docs/operations.md holds. */
function container(kind: string): Container {
  const object = renderChart(valuesOf("production")).find((each) => each.kind === kind);
  const { spec } = object as unknown as { spec: { template: { spec: { containers: Container[] } } } };
  const [first] = spec.template.spec.containers;
  if (!first) throw new Error(`${kind} has no container`);
  return first;
}
const secret = (): Record<string, string> => ({
  DATABASE_URL: url,
  AUTH_SECRET: randomBytes(32).toString("base64"),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
});
function environmentOf({ env }: Container, here: Record<string, string>): NodeJS.ProcessEnv {
  const given = env.map((entry) => [entry.name, entry.value ?? secret()[entry.name]]);
  const path = process.env.PATH;
  return { ...Object.fromEntries(given), PATH: path, TMPDIR: `${folder}/tmp`, ...here } as NodeJS.ProcessEnv;
}
const asUser = isRoot ? { uid: USER, gid: USER } : {};

describe("the image's files, for somebody who may write to none of them", () => {
  it("bring the schema up to date as the migration's Job does", () => {
    const job = container("Job");
    expect(job.command).toEqual(["node", "curfew.mjs", "migrate"]);
    const env = environmentOf(job, { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: "1" });
    const args = (job.command ?? []).slice(1);
    const ran = spawnSync(process.execPath, args, { cwd: app, env, encoding: "utf8", ...asUser });
    expect([ran.stderr, ran.status]).toEqual(["", 0]);
  });

  it("serve pages and what these fetch, and end at SIGTERM", async () => {
    const port = await freePort();
    const kubeconfig = path.join(folder, "kubeconfig");
    const log = path.join(folder, "log");
    const env = environmentOf(container("Deployment"), {
      ...{ PORT: String(port), HOSTNAME: "127.0.0.1", KUBECONFIG: kubeconfig },
    });
    const out = openSync(log, "a");
    const server = spawn(process.execPath, CMD.slice(1), {
      ...{ cwd: app, env, stdio: ["ignore", out, out], ...asUser },
    }) as ChildProcess;
    closeSync(out);
    const ended = once(server, "exit");
    const at = `http://127.0.0.1:${port}`;
    try {
      await until("it is ready", () => server.exitCode !== null || answersOk(`${at}/api/ready`));
      expect(server.exitCode, lastLines(log)).toBe(null);
      const page = await fetch(`${at}/sign-in`);
      expect(page.status).toBe(200);
      const fetched = [...new Set((await page.text()).match(/\/_next\/static\/[^"\\]+/g))];
      expect(fetched.length).toBeGreaterThan(3);
      const answers = await Promise.all(fetched.map((file) => fetch(at + file)));
      expect(answers.filter(({ status }) => status !== 200).map((answer) => answer.url)).toEqual([]);
      expect((await fetch(`${at}/api/reap`, { method: "POST" })).status).toBe(401);
    } finally {
      server.kill("SIGTERM");
      await ended;
    }
    expect(await ended).toEqual([143, null]);
    expect(readFileSync(log, "utf8")).not.toMatch(/EACCES|EROFS|"level":"error"/);
    expect(filesOf(app)).toEqual(files);
  });

  it("hold no development package and no source", () => {
    const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
      devDependencies: Record<string, string>;
    };
    const has = (name: string) => existsSync(path.join(app, "node_modules", name));
    expect(Object.keys(devDependencies).filter(has)).toEqual([]);
    expect(has("pg")).toBe(true);
    expect(files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith("node_modules/"))).toEqual([]);
    expect(files.filter((file) => /(^|\/)\.env|^(e2e|docs|deploy|\.data)\//.test(file))).toEqual([]);
  });
});
