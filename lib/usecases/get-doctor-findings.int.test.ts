import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { APP_NAMESPACE } from "@/lib/cluster/test-account";
import { type FaultProxy, startFaultProxy } from "@/lib/cluster/test-fault-proxy";
import { withKyverno } from "@/lib/cluster/test-kyverno";
import { openUpstream, type Upstream } from "@/lib/cluster/test-upstream";
import { openDatabase } from "@/lib/db/database";
import { DOCTOR_FINDINGS, type DoctorCode } from "@/lib/domain/doctor";
import { jobName, machineName } from "@/lib/domain/names";
import type { Config, Context } from "./context";
import { getDoctor } from "./get-doctor";
import { runReapPass } from "./run-reap-pass";
import { setSwitch } from "./set-switch";
import { startSession } from "./start-session";
import { type LabWorld, NAMESPACE, openLabCluster, openLabWorld } from "./test-lab-world";

// Each line that the doctor can say is brought about once, by what really goes wrong.
const CRONJOB = { namespace: APP_NAMESPACE, name: "curfew-reaper" };
const POLICY = {
  metadata: { name: "old-machines" },
  spec: { schedule: "0 3 * * *", match: { any: [{ resources: { kinds: ["VirtualMachine"] } }] } },
};
const KYVERNO = { "/apis/kyverno.io/v2/clustercleanuppolicies": [POLICY] };

let world: LabWorld;
let proxy: FaultProxy;
let ids: { vm: string; pod: string };
/** API groups that the cluster does without for a while, and whether it has Kyverno's. */
const site = { hidden: /^$/, hasKyverno: false };
const undo: (() => void)[] = [];
const seen = new Set<DoctorCode>();

beforeAll(async () => {
  world = await openLabWorld({}, async () => {
    const own = await openLabCluster({ seed: "demo", metrics: true });
    proxy = await startFaultProxy(siteOf(openUpstream(own.direct)));
    const close = async () => void (await Promise.all([proxy.close(), own.close()]));
    return { ...own, kubeconfig: { server: proxy.url, token: "any" }, close };
  });
  ids = { vm: await open("vm"), pod: await open("pod") };
});
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
  world.sim.deny([]);
  proxy.clearFaults();
  Object.assign(site, { hidden: /^$/, hasKyverno: false });
  vi.useRealTimers();
});
afterAll(() => world.close());

function siteOf(upstream: Upstream): Upstream {
  return {
    async send(sent) {
      const { hidden, hasKyverno } = site;
      const answer = await (hasKyverno ? withKyverno(upstream, KYVERNO) : upstream).send(sent);
      if (sent.path === "/apis") {
        const list = JSON.parse(answer.body.toString()) as { groups: { name: string }[] };
        const groups = list.groups.filter(({ name }) => !hidden.test(name));
        return { ...answer, body: Buffer.from(JSON.stringify({ ...list, groups })) };
      }
      if (!hidden.test(sent.path.split("/")[2] ?? "")) return answer;
      const body = Buffer.from(JSON.stringify({ kind: "Status", code: 404, reason: "NotFound" }));
      return { ...answer, status: 404, body };
    },
  };
}

async function open(kind: "vm" | "pod"): Promise<string> {
  const student = await world.addStudent();
  const { id: labId } = await world.addLab(kind === "pod" ? { kind, cpus: 0.5, memoryMiB: 128 } : {});
  const started = await startSession(world.context, student, { labId });
  if (!started.ok) throw new Error(started.error.code);
  await world.settled();
  return started.value.id;
}

async function codes(config: Partial<Config> = {}, changes: Partial<Context> = {}): Promise<DoctorCode[]> {
  const context = { ...world.contextWith({ config, callTimeoutMs: 2000 }), ...changes };
  const answer = await getDoctor(context, world.admin);
  if (!answer.ok) throw new Error(answer.error.code);
  for (const { code } of answer.value.lines) seen.add(code);
  return answer.value.lines.map(({ code }) => code);
}

/** Something stored in the cluster is another, or gone (null), until the test is over. */
function change(resource: string, name: string, to: ((object: Stored) => object) | null): void {
  const { store } = world.sim.cluster;
  const object = store.get(resource, NAMESPACE, name);
  if (!object) throw new Error(`there is no ${name}`);
  undo.push(() => (to === null ? store.insert(object) : store.replace(object)));
  if (to === null) store.remove(object);
  else store.replace({ ...object, ...to(object as Stored) });
}
interface Stored {
  readonly spec: object;
}

function seed(object: object): void {
  const [made] = world.sim.seed([object as never]);
  if (made) undo.push(() => world.sim.cluster.store.remove(made));
}
/** Its time does not come, so that the cluster leaves the status as it is told here. */
const SCHEDULE = { schedule: "0 0 29 2 *" };
function seedCronJob(spec: object, lastSuccessMs: number | null): void {
  const status = lastSuccessMs === null ? {} : { lastSuccessfulTime: new Date(lastSuccessMs).toISOString() };
  seed({
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { ...CRONJOB },
    spec: { ...SCHEDULE, ...spec },
    status,
  });
}
function seedCleaner(image: string, args: string[] = [], availableReplicas = 1): void {
  const labels = {
    "app.kubernetes.io/component": "cleanup-controller",
    "app.kubernetes.io/part-of": image.includes("kyverno") ? "kyverno" : "x",
  };
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image, args }] } };
  // Paused before its first pod, so that the cluster leaves the status as it is told here.
  const spec = { replicas: availableReplicas, paused: true, selector: { matchLabels: labels }, template };
  const metadata = { name: "cleaner", namespace: "default", labels };
  seed({ apiVersion: "apps/v1", kind: "Deployment", metadata, spec, status: { availableReplicas } });
}
const fails = (path: string, status = 500) => void proxy.fault({ match: { path }, act: { status } });
const janitor = (...args: string[]) => seedCleaner("hjacobs/kube-janitor:23.7.0", args);
const isScheduled = { reapCronJob: CRONJOB };

type Trouble = readonly [
  what: string,
  bring: () => unknown,
  config: Partial<Config>,
  told: readonly DoctorCode[],
];
const TROUBLES: readonly Trouble[] = [
  ["nothing", () => undefined, {}, ["database-answers", "permission-held", "deadline-jobs-armed"]],
  ["no pass yet", () => undefined, {}, ["pass-never", "reaping-free"]],
  ["an https address", () => undefined, { appUrl: "https://labs.example.org" }, ["app-url-set"]],
  ["a plain address", () => undefined, { appUrl: "http://labs.example.org" }, ["app-url-plain"]],
  ["a timer of its own", () => undefined, { reapEverySeconds: 60 }, ["timer-calls"]],
  [
    "no key",
    () => undefined,
    { reapKeys: { hasToken: false, hasServiceAccount: false } },
    ["reap-key-missing"],
  ],
  ["a clock that is a minute off", () => setClock(60_000), {}, ["clocks-apart"]],
  ["a silent cluster", () => proxy.fault({ match: {}, act: { hang: true } }), {}, ["cluster-silent"]],
  ["a right taken away", () => denied("delete", "", "secrets"), {}, ["permission-missing"]],
  ["a right to figures taken away", () => denied("list", "", "events"), {}, ["figure-permission-missing"]],
  ["reviews that fail", () => fails("accessreviews"), {}, ["permission-unmeasured"]],
  ["no quota", () => change("resourcequotas", "lab-machines", null), {}, ["quota-absent"]],
  ["quotas that cannot be read", () => fails("/resourcequotas"), {}, ["quota-unmeasured"]],
  ["no KubeVirt", () => (site.hidden = /kubevirt\.io$/), {}, ["kubevirt-absent"]],
  [
    "KubeVirt's version unread",
    () => fails("subresources.kubevirt.io/.*/version"),
    {},
    ["kubevirt-unmeasured"],
  ],
  ["no metrics", () => (site.hidden = /^metrics\.k8s\.io$/), {}, ["metrics-absent"]],
  ["metrics that cannot be read", () => fails("/apis/metrics.k8s.io"), {}, ["metrics-unmeasured"]],
  [
    "no standing policy",
    () => change("networkpolicies.networking.k8s.io", "curfew-default-deny", null),
    {},
    ["policy-absent"],
  ],
  ["policies that cannot be read", () => fails("/networkpolicies"), {}, ["policy-unmeasured"]],
  ["no CronJob", () => undefined, isScheduled, ["cronjob-absent"]],
  ["a CronJob that runs", () => seedCronJob({}, Date.now() - 20_000), isScheduled, ["cronjob-runs"]],
  ["a CronJob that has not run yet", () => seedCronJob({}, null), isScheduled, ["cronjob-new"]],
  ["a CronJob that missed", () => seedCronJob({}, Date.now() - 600_000), isScheduled, ["cronjob-late"]],
  [
    "a suspended CronJob",
    () => seedCronJob({ suspend: true }, Date.now()),
    isScheduled,
    ["cronjob-suspended"],
  ],
  ["a CronJob that cannot be read", () => fails("/cronjobs", 403), isScheduled, ["cronjob-unmeasured"]],
  [
    "a suspended deadline Job",
    () => change("jobs.batch", jobName(ids.vm), suspended),
    {},
    ["deadline-jobs-broken"],
  ],
  ["Jobs that cannot be read", () => fails("/jobs"), {}, ["deadline-jobs-unmeasured"]],
  [
    "a pod without a deadline",
    () => change("pods", machineName(ids.pod, 1), endless),
    {},
    ["pod-deadlines-broken"],
  ],
  [
    "pods that cannot be read",
    () => fails(`/namespaces/${NAMESPACE}/pods`),
    {},
    ["pod-deadlines-unmeasured"],
  ],
  ["Kyverno, with a policy", () => kyvernoRuns(), {}, ["kyverno-runs", "kyverno-policies"]],
  [
    "Kyverno's policies unread",
    () => [kyvernoRuns(), fails("cleanuppolicies", 403)],
    {},
    ["kyverno-policies-unread"],
  ],
  ["Kyverno without its controller", () => (site.hasKyverno = true), {}, ["kyverno-stopped"]],
  [
    "Deployments that cannot be read",
    () => [(site.hasKyverno = true), fails("/deployments")],
    {},
    ["kyverno-unmeasured", "janitor-unmeasured"],
  ],
  ["kube-janitor", () => janitor(), {}, ["janitor-runs"]],
  ["kube-janitor that only tries", () => janitor("--dry-run"), {}, ["janitor-dry-run"]],
  ["kube-janitor that is down", () => seedCleaner("kube-janitor:1", [], 0), {}, ["janitor-stopped"]],
];

const setClock = (aheadMs: number) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + aheadMs);
};
const denied = (verb: string, group: string, resource: string) => world.sim.deny([{ verb, group, resource }]);
const suspended = ({ spec }: Stored) => ({ spec: { ...spec, suspend: true } });
const endless = ({ spec }: Stored) => ({ spec: { ...spec, activeDeadlineSeconds: undefined } });
function kyvernoRuns(): void {
  site.hasKyverno = true;
  seedCleaner("reg.kyverno.io/kyverno/cleanup-controller:v1.15.1");
}

describe("the doctor finds", () => {
  it.each(TROUBLES)("%s", async (_what, bring, config, told) => {
    bring();
    expect(await codes(config)).toEqual(expect.arrayContaining([...told]));
  });

  it("a pass that was clean just now, and minutes ago", async () => {
    expect((await runReapPass(world.context, world.admin, { trigger: "person" })).outcome).toBe("clean");
    expect(await codes()).toContain("pass-clean");
    await world.sql("UPDATE pass SET finished_at = finished_at - interval '181 seconds'");
    expect(await codes()).toContain("pass-late");
  });

  it.each([
    ["an old database", { held: "old-database" }, "held-old-database"],
    ["another cluster", { held: "wrong-cluster" }, "held-wrong-cluster"],
    ["what the brake holds", { brake: [{ direction: "ghost", found: 6, allowed: 3 }] }, "brake-holds"],
  ] as const)("%s in what the last pass wrote down", async (_what, part, code) => {
    const [row] = await world.sql<{ summary: object }>("SELECT summary FROM pass LIMIT 1");
    await world.sql("UPDATE pass SET summary = summary || $1", [part]);
    const found = await codes();
    await world.sql("UPDATE pass SET summary = $1", [row?.summary]);
    expect(found).toContain(code);
    expect(found).not.toContain("reaping-free");
    expect(await codes()).toContain("reaping-free");
  });

  it("a machine that will not go", async () => {
    const terminating = [{ name: "lab-a-1", isStuck: true }];
    await world.sql("UPDATE reaper_snapshot SET snapshot = snapshot || $1", [{ terminating }]);
    expect(await codes()).toContain("machines-stuck");
    await world.sql("UPDATE reaper_snapshot SET snapshot = snapshot || $1", [{ terminating: [] }]);
    expect(await codes()).not.toContain("machines-stuck");
  });

  it.each([
    ["no-new-sessions", "switch-no-new-sessions"],
    ["stop-reaping", "switch-stop-reaping"],
  ] as const)("the switch %s, until it is off", async (name, code) => {
    await setSwitch(world.context, world.admin, { name, isOn: true, message: "" });
    expect(await codes()).toContain(code);
    await setSwitch(world.context, world.admin, { name, isOn: false, message: "" });
    expect(await codes()).not.toContain(code);
  });

  it("a database that does not answer", async () => {
    const db = openDatabase("postgresql://nobody@127.0.0.1:1/none");
    const found = await codes({}, { db });
    expect(found).toEqual(
      expect.arrayContaining(["database-silent", "migrations-unmeasured", "passes-unmeasured"]),
    );
    expect(found).not.toContain("database-answers");
    await db.close();
  });

  it("a migration that the database lacks", async () => {
    const of = "UPDATE _prisma_migrations SET rolled_back_at =";
    await world.sql(`${of} now()`);
    expect(await codes()).toContain("migrations-missing");
    await world.sql(`${of} NULL`);
  });

  it("and can say nothing else, but what an older PostgreSQL would make it say", () => {
    const all = Object.keys(DOCTOR_FINDINGS) as DoctorCode[];
    expect(all.filter((code) => !seen.has(code))).toEqual(["database-old"]);
  });
});
