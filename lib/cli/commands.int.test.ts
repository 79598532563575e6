import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPersonByEmail } from "@/lib/db/people";
import { countSignInTry } from "@/lib/db/sign-in-failures";
import { kubeconfigOf, NAMESPACE, openLabWorld, type LabWorld } from "@/lib/usecases/test-lab-world";
import { COMMANDS } from "./commands";
import { runCommand } from "./run-command";

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld();
});
afterAll(() => world.close());

/** One call on the world's own context. */
async function curfew(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const open = () => Promise.resolve({ context: world.context, finish: world.settled });
  const io = {
    program: "curfew",
    out: (text: string) => out.push(text),
    err: (text: string) => err.push(text),
    open,
  };
  const status = await runCommand(COMMANDS, words, io);
  return { status, out: out.join("\n"), err: err.join("\n") };
}
async function json<T>(...words: string[]): Promise<T> {
  const { status, out, err } = await curfew(...words, "--json");
  if (status !== 0) throw new Error(`${words.join(" ")}: ${out}${err}`);
  return JSON.parse(out) as T;
}

describe("the command line on a real database and cluster", () => {
  it("takes a session from start to end", async () => {
    const call = ["start", "--lab", world.lab.slug, "--student", world.student.email];
    const { id, oneTimePassword } = await json<{ id: string; oneTimePassword: string }>(...call);
    expect(oneTimePassword).toMatch(/^\S{16}$/);
    expect(
      world.sim.cluster.store.get("virtualmachines.kubevirt.io", NAMESPACE, `lab-${id}-1`),
    ).toBeDefined();
    const again = await curfew(...call);
    expect(again).toMatchObject({ status: 1, out: "" });
    expect(again.err).toContain("(already-has-session)");

    const listed = await curfew("sessions");
    expect(listed.status).toBe(0);
    expect(listed.out).toMatch(
      new RegExp(`^ID +STUDENT.*\n${id} +${world.student.email} +${world.lab.name} +provisioning`),
    );
    expect((await curfew("extend", id)).out).toMatch(new RegExp(`^${id}: goes on until \\d{4}-`));
    expect(await curfew("end", `lab-${id}`)).toMatchObject({ status: 0, out: `${id}: is ended.` });
    expect(await world.row(id)).toMatchObject({
      endReason: "ended-by-admin",
      reason: { params: { by: "cli" } },
    });
    const gone = await curfew("end", id, "aaaaaaaaaa");
    expect(gone.status).toBe(1);
    expect(gone.out).toContain("aaaaaaaaaa: It does not exist");
    expect((await curfew("sessions")).out).toBe("No session is live or ending.");
    expect((await json<unknown[]>("sessions", "--all")).length).toBe(1);
  });

  it("names what it does not find", async () => {
    const missing = await curfew("start", "--lab", "nope", "--student", world.student.email);
    expect(missing).toMatchObject({ status: 1 });
    expect(missing.err).toContain("lab: ");
    expect((await curfew("start", "--lab", world.lab.slug, "--student", "who@x.test")).err).toContain(
      "student: ",
    );
  });

  it("lists labs", async () => {
    expect((await curfew("labs")).out).toContain(world.lab.slug);
  });

  it("adds a lab from a file, or says what is wrong in it", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "curfew-lab-"));
    const file = path.join(folder, "lab.json");
    const [lab] = await json<{ slug: string; spec: object }[]>("labs");
    await writeFile(file, JSON.stringify({ ...lab, slug: "from-file" }));
    expect(await curfew("labs", "add", "--file", file, "--course", "Networks")).toMatchObject({ status: 0 });
    expect((await curfew("labs")).out).toMatch(/from-file .+Networks/);
    await writeFile(
      file,
      JSON.stringify({ ...lab, slug: "from-file-2", spec: { ...lab?.spec, cpus: "many" } }),
    );
    expect((await curfew("labs", "add", "--file", file)).err).toContain("spec.cpus: Not a valid value");
    await writeFile(file, JSON.stringify({ ...lab, slug: "from-file-3", description: "\0" }));
    expect((await curfew("labs", "add", "--file", file)).err).toContain("description: Not in the right form");
    await writeFile(file, "{");
    expect((await curfew("labs", "add", "--file", file)).err).toContain("Not a JSON object");
    expect((await curfew("labs", "add", "--file", path.join(folder, "none"))).err).toContain(
      "Cannot be read",
    );
    await rm(folder, { recursive: true });
  });

  it("adds people, whose password is shown once", async () => {
    const call = ["people", "add", "New.Person@school.test", "--course", "networks", "--role", "instructor"];
    const { password } = await json<{ password: string }>(...call);
    expect(password.length).toBeGreaterThanOrEqual(12);
    const person = await findPersonByEmail(world.db.at, "new.person@school.test");
    expect(person).toMatchObject({ name: "New.Person", role: "member", courses: [{ role: "instructor" }] });
    expect((await curfew("people", "add", "b@school.test", "--course", "Nowhere")).err).toContain("course: ");
    await json("people", "add", "c@school.test", "--admin", "--name", "Chief");
    expect(await findPersonByEmail(world.db.at, "c@school.test")).toMatchObject({
      role: "admin",
      name: "Chief",
    });
  });

  it("opens the account of the only admin, whom somebody has locked out, with a new password", async () => {
    const { email, id } = world.admin;
    while (!(await countSignInTry(world.db.at, email)).isLocked);
    const { password } = await json<{ password: string }>("people", "reset-password", email.toUpperCase());
    expect(password.length).toBeGreaterThanOrEqual(12);
    expect(await countSignInTry(world.db.at, email)).toMatchObject({ isLocked: false });
    const audit =
      "SELECT actor_name FROM audit_entry WHERE action = 'person.reset-password' AND subject_id = $1";
    expect(await world.sql(audit, [id])).toEqual([{ actor_name: "cli" }]);
    expect((await curfew("people", "reset-password", "nobody@x.test")).err).toContain("person: ");
  });

  it("turns switches and shows them", async () => {
    expect((await curfew("switch", "no-new-sessions", "on", "--message", "Exam")).status).toBe(0);
    expect((await curfew("switch")).out).toMatch(/no-new-sessions +on +cli +\S+ \S+ +Exam/);
    const student = await world.addStudent();
    const refused = await curfew("start", "--lab", world.lab.slug, "--student", student.email);
    expect(refused.err).toContain("New sessions are switched off. Exam (starts-switched-off)");
    await json("switch", "no-new-sessions", "off");
  });

  it("previews what a switch keeps back", async () => {
    const { email } = await world.addStudent();
    const { id } = await json<{ id: string }>("start", "--lab", world.lab.slug, "--student", email);
    await world.settled();
    await world.sql("UPDATE lab_session SET expires_at = clock_timestamp() WHERE id = $1", [id]);
    await json("switch", "stop-reaping", "on");
    const preview = (await curfew("pass", "--dry-run")).out;
    expect(preview).toMatch(
      new RegExp(`Held: stopped\\nKept back until then:\\n.*\\nexpired +${id} +end: its time is up`),
    );
    await json("switch", "stop-reaping", "off");
    expect((await curfew("pass", "--dry-run")).out).not.toContain("Kept back");
    await json("end", id);
  });

  it("previews and runs a pass", async () => {
    expect((await curfew("pass", "--dry-run")).status).toBe(0);
    const summary = await json<{ outcome: string; trigger: string; number: number }>("pass");
    expect(summary).toMatchObject({ outcome: "clean", trigger: "cli" });
    expect((await curfew("pass")).out).toContain(`Pass ${summary.number + 1}: clean`);
    expect((await curfew("confirm")).out).toBe("The brake holds nothing.");
    expect(await curfew("confirm", "--direction", "ghost", "--all")).toMatchObject({
      ...{ status: 1, out: "The brake holds nothing of ghost." },
    });
  });

  it("tells capacity as the page does", async () => {
    const answer = await json<{ seats: object; nodes: { name: string }[] }>("capacity");
    expect(answer.seats).toMatchObject({ cap: 8, isRowsOnly: false });
    const { out } = await curfew("capacity");
    expect(out).toMatch(/^Cluster as of \d{4}-\S+ \S+Z\n/);
    for (const { name } of answer.nodes) expect(out).toMatch(new RegExp(`\n${name} +ready`));
    expect(out).toContain(`more of ${world.lab.name}`);
    expect(out).toContain("use is unmeasured: no metrics server");
  });

  it("adopts and accepts only what is typed right", async () => {
    expect((await curfew("adopt", "--namespace", "other")).err).toContain("--namespace: ");
    expect(
      (await json<{ namespaceUids: object }>("adopt", "--namespace", NAMESPACE)).namespaceUids,
    ).toHaveProperty(NAMESPACE);
    expect(await curfew("accept", "--number", "99999")).toMatchObject({ status: 1 });
  });
});

describe("the process", () => {
  /** Two cores may be busy with other tests: it is another process that loads everything anew. */
  const SLOW_MS = 90_000;
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "curfew-cli-"));
    const kubeconfig = path.join(folder, "kubeconfig");
    await writeFile(kubeconfig, kubeconfigOf(world.account));
    env = { KUBECONFIG: kubeconfig, DATABASE_URL: world.databaseUrl, CURFEW_VM_NAMESPACE: NAMESPACE };
  });
  afterAll(() => rm(folder, { recursive: true }));

  it(
    "works by DATABASE_URL and KUBECONFIG alone, with the web app down",
    async () => {
      const labs = await run(["labs", "--json"], { ...env, CURFEW_ENVIRONMENT: "test" });
      expect(labs).toMatchObject({ status: 0, err: "" });
      expect(JSON.parse(labs.out)).toContainEqual(expect.objectContaining({ slug: world.lab.slug }));
    },
    SLOW_MS,
  );
  it(
    "stops with a sentence where the database serves another environment",
    async () => {
      const wrong = await run(["labs"], { ...env, CURFEW_ENVIRONMENT: "prod" });
      expect(wrong).toMatchObject({ status: 1, out: "" });
      expect(wrong.err).toContain('"test"');
    },
    SLOW_MS,
  );
});

function run(words: string[], env: Record<string, string>) {
  return new Promise<{ status: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, ["--import", "tsx", "lib/cli/main.ts", ...words], {
      env: { PATH: process.env.PATH, NODE_ENV: "test", ...env },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (data: Buffer) => (out += data.toString()));
    child.stderr.on("data", (data: Buffer) => (err += data.toString()));
    child.on("close", (status) => resolve({ status, out, err }));
  });
}
