import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { applyDefaultDeny } from "@/lib/cluster/apply-default-deny";
import { admitAccount } from "@/lib/cluster/test-account";
import { openDatabase } from "@/lib/db/database";
import { insertLab } from "@/lib/db/labs";
import { openContext } from "@/lib/server/context";
import { parseEnv } from "@/lib/server/env";
import type { RunningSimulator } from "@/lib/simulator/server";
import { createDatabase, dropDatabase, runStatement } from "@/lib/start/postgres";
import { createTestDatabase } from "@/lib/start/test-database";
import { kubeconfigOf, NAMESPACE, startLabSimulator, VM_SPEC } from "@/lib/usecases/test-lab-world";
import { COMMANDS } from "./commands";
import { runCommand } from "./run-command";

export interface Site {
  readonly sim: RunningSimulator;
  /** Names of the machines there, sorted. */
  machines(): string[];
  /** What `kubectl get lease` shows of the pass number; null where there is none. */
  leaseNumber(): number | null;
}
export interface Said {
  readonly status: number;
  readonly text: string;
}
export interface Operator {
  newSite(): Promise<Site>;
  /** One call of the command line on the database and this cluster: opened for it, and closed after it. */
  curfew(site: Site, ...words: string[]): Promise<Said>;
  sql(text: string): Promise<void>;
  /** A whole copy of the database as it is now; no call may be under way. Restoring puts it in the database's place. */
  backUp(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** An operator at a shell, with an empty database that has one lab, `vm`, and as many clusters as are asked for. */
export async function openOperator(): Promise<Operator> {
  const database = await createTestDatabase();
  const server = inject("postgres").url;
  const name = new URL(database.url).pathname.slice(1);
  const folder = await mkdtemp(path.join(tmpdir(), "curfew-operator-"));
  const sites: Site[] = [];
  await addLab(database.url);
  return {
    newSite: async () => {
      const site = await openSite(path.join(folder, `kubeconfig-${sites.length}`));
      sites.push(site);
      return site;
    },
    curfew: (site, ...words) =>
      call(words, {
        DATABASE_URL: database.url,
        KUBECONFIG: path.join(folder, `kubeconfig-${sites.indexOf(site)}`),
      }),
    sql: (text) => runStatement(database.url, text),
    backUp: async () => void (await createDatabase(server, `${name}_backup`, name)),
    async restore() {
      await dropDatabase(server, name);
      await createDatabase(server, name, `${name}_backup`);
    },
    async close() {
      await Promise.all(sites.map(({ sim }) => sim.close()));
      await database.drop();
      await dropDatabase(server, `${name}_backup`);
      await rm(folder, { recursive: true });
    },
  };
}

async function openSite(kubeconfig: string): Promise<Site> {
  const sim = await startLabSimulator({ nodes: 9 });
  const account = admitAccount(sim, { vm: NAMESPACE, pod: NAMESPACE, app: "curfew" });
  await applyDefaultDeny({ server: sim.url, token: sim.token }, NAMESPACE);
  await writeFile(kubeconfig, kubeconfigOf(account));
  const { store } = sim.cluster;
  return {
    sim,
    machines: () => store.list("virtualmachines.kubevirt.io", NAMESPACE).map(({ metadata }) => metadata.name),
    leaseNumber() {
      const [lease] = store.list("leases.coordination.k8s.io", NAMESPACE);
      const number = lease?.metadata.annotations?.["curfew.dev/pass-number"];
      return number === undefined ? null : Number(number);
    },
  };
}

async function call(words: readonly string[], source: Readonly<Record<string, string>>): Promise<Said> {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const env = parseEnv(
    {
      ...source,
      ...{ NODE_ENV: "test", CURFEW_ENVIRONMENT: "test", CURFEW_VM_NAMESPACE: NAMESPACE },
      ...{ CURFEW_IMAGE_PREFIXES: "registry.test/labs/", CURFEW_MACHINE_CAP: "20", LOG_LEVEL: "silent" },
    },
    "command",
  );
  const open = async () => {
    const { context, close } = await openContext(env);
    return { context, finish: close };
  };
  const status = await runCommand(COMMANDS, words, { program: "curfew", out: say, err: say, open });
  return { status, text: said.join("\n") };
}

async function addLab(url: string): Promise<void> {
  const db = openDatabase(url);
  const times = { sessionMinutes: null, maxMinutes: null, isEnabled: true };
  await insertLab(db.at, { slug: "vm", name: "vm", description: "", spec: VM_SPEC, ...times });
  await db.close();
}
