import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { APP_NAMESPACE } from "@/lib/cluster/test-account";
import { PERMISSIONS } from "@/lib/cluster/permissions";
import type { DoctorLine } from "@/lib/domain/doctor";
import { CLI_ACTOR } from "@/lib/cli/command";
import { doctorCommand } from "@/lib/cli/commands/doctor-command";
import { runCommand } from "@/lib/cli/run-command";
import type { Config } from "./context";
import { getDoctor } from "./get-doctor";
import { NAMESPACE, openLabWorld, type LabWorld } from "./test-lab-world";

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld({ seed: "demo" });
});
afterEach(() => {
  world.sim.deny([]);
  world.sim.clearFaults();
});
afterAll(() => world.close());

async function linesOf(config: Partial<Config> = {}): Promise<readonly DoctorLine[]> {
  const answer = await getDoctor(world.contextWith({ config, callTimeoutMs: 4000 }), world.admin);
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.lines;
}
const named = (lines: readonly DoctorLine[], start: string) =>
  lines.filter(({ code }) => code.startsWith(start));
const CRONJOB = { namespace: APP_NAMESPACE, name: "curfew-reaper" };
/** Its time does not come, so that the cluster leaves the status as it is told here. */
const SCHEDULE = { schedule: "0 0 29 2 *" };
const seedCronJob = (spec: object, status: object) => {
  const about = { apiVersion: "batch/v1", kind: "CronJob", metadata: { ...CRONJOB } };
  world.sim.seed([{ ...about, spec: { ...SCHEDULE, ...spec }, status } as never]);
};

describe("the doctor", () => {
  it("finds an installation in order, line by line", async () => {
    const lines = await linesOf();
    expect(lines.filter(({ state }) => state === "failed")).toEqual([]);
    const codes = lines.map(({ code }) => code);
    for (const code of ["database-answers", "clocks-agree", "migrations-applied", "cluster-answers"] as const)
      expect(codes).toContain(code);
    for (const code of ["policy-present", "quota-present", "reap-key-set", "cronjob-unnamed"] as const)
      expect(codes).toContain(code);
    expect(named(lines, "permission-held").length).toBe(
      PERMISSIONS.filter(({ need }) => need !== "reap-identity" && need !== "doctor").length,
    );
  });

  it("names the permission that is missing, and tells one that figures alone need from one that all need", async () => {
    world.sim.deny([
      { verb: "delete", group: "batch", resource: "jobs" },
      { verb: "list", group: "metrics.k8s.io", resource: "pods" },
    ]);
    const lines = await linesOf();
    expect(named(lines, "permission-missing")).toMatchObject([
      { state: "failed", params: { verbs: "delete", resource: "jobs (batch)", where: NAMESPACE } },
    ]);
    expect(named(lines, "figure-permission-missing")).toMatchObject([
      { state: "warning", params: { verbs: "list", resource: "pods (metrics.k8s.io)", where: "*" } },
    ]);
  });

  it("asks for tokenreviews only where a ServiceAccount is to be checked", async () => {
    world.sim.deny([{ verb: "create", group: "authentication.k8s.io", resource: "tokenreviews" }]);
    expect(named(await linesOf(), "permission-missing")).toEqual([]);
    const lines = await linesOf({ reapKeys: { hasToken: false, hasServiceAccount: true } });
    expect(named(lines, "permission-missing")).toMatchObject([{ params: { verbs: "create" } }]);
  });

  it("says unmeasured where it could not ask, never that all is well", async () => {
    world.sim.fault({ match: { method: "POST", path: "accessreviews" }, act: { status: 500 } });
    world.sim.fault({ match: { path: "/networkpolicies/|/resourcequotas" }, act: { status: 500 } });
    const lines = await linesOf();
    expect(named(lines, "permission-held")).toEqual([]);
    expect(named(lines, "permission-unmeasured").length).toBeGreaterThan(10);
    expect(named(lines, "policy")).toMatchObject([{ code: "policy-unmeasured", state: "unmeasured" }]);
    expect(named(lines, "quota")).toMatchObject([{ code: "quota-unmeasured" }]);
  });

  it("finds the default-deny policy missing", async () => {
    const path = `networkpolicies.networking.k8s.io`;
    const policy = world.sim.cluster.store.get(path, NAMESPACE, "curfew-default-deny");
    if (!policy) throw new Error("the world has no policy");
    world.sim.cluster.store.remove(policy);
    expect(named(await linesOf(), "policy")).toMatchObject([{ code: "policy-absent", state: "failed" }]);
    world.sim.cluster.store.insert(policy);
  });

  it("finds a CronJob that is there, suspended, late, or not there", async () => {
    const ask = async () => named(await linesOf({ reapCronJob: CRONJOB }), "cronjob")[0]?.code;
    expect(await ask()).toBe("cronjob-absent");
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    seedCronJob({ suspend: false }, { lastSuccessfulTime: ago(20_000) });
    expect(await ask()).toBe("cronjob-runs");
    seedCronJob({ suspend: false }, { lastSuccessfulTime: ago(600_000) });
    expect(await ask()).toBe("cronjob-late");
    seedCronJob({ suspend: true }, { lastSuccessfulTime: ago(20_000) });
    expect(await ask()).toBe("cronjob-suspended");
    world.sim.deny([{ verb: "get", group: "batch", resource: "cronjobs" }]);
    expect(await ask()).toBe("cronjob-unmeasured");
  });

  it("finds a migration that the database lacks, and no key for the reap route", async () => {
    const name = "20261201000000_first";
    await world.sql("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1", [name]);
    const lines = await linesOf({ reapKeys: { hasToken: false, hasServiceAccount: false } });
    await world.sql("UPDATE _prisma_migrations SET rolled_back_at = NULL");
    expect(named(lines, "migrations")).toMatchObject([{ state: "failed", params: { names: name } }]);
    expect(named(lines, "reap-key")).toMatchObject([{ code: "reap-key-missing", state: "failed" }]);
  });

  it("asks one thing of a cluster that does not answer", async () => {
    world.sim.fault({ match: {}, act: { hang: true } });
    const answer = await getDoctor(world.contextWith({ callTimeoutMs: 50 }), world.admin);
    world.sim.clearFaults();
    if (!answer.ok) throw new Error(answer.error.code);
    expect(named(answer.value.lines, "cluster")).toMatchObject([{ code: "cluster-silent", state: "failed" }]);
    expect(named(answer.value.lines, "permission")).toEqual([]);
  });

  it("is an admin's and the command line's", async () => {
    expect((await getDoctor(world.context, world.instructor)).ok).toBe(false);
    expect((await getDoctor(world.context, world.student)).ok).toBe(false);
    expect((await getDoctor(world.context, CLI_ACTOR)).ok).toBe(true);
  });
});

describe("npm run curfew -- doctor", () => {
  const call = async (...words: string[]) => {
    const out: string[] = [];
    const open = () => Promise.resolve({ context: world.context, finish: world.settled });
    const io = {
      program: "curfew",
      out: (text: string) => out.push(text),
      err: (text: string) => out.push(text),
      open,
    };
    return { status: await runCommand([doctorCommand], ["doctor", ...words], io), out: out.join("\n") };
  };

  it("exits with 0 where nothing failed, and with 1 and what to do where a line did", async () => {
    expect((await call()).status).toBe(0);
    world.sim.deny([{ verb: "delete", group: "", resource: "secrets" }]);
    const { status, out } = await call();
    expect(status).toBe(1);
    expect(out).toMatch(/^failed +May not delete secrets, namespace curfew-vms\n +Grant it/m);
    const json = await call("--json");
    expect(json.status).toBe(1);
    expect(JSON.parse(json.out)).toContainEqual(expect.objectContaining({ code: "permission-missing" }));
  });
});
