import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { applyDefaultDeny } from "@/lib/cluster/apply-default-deny";
import type { Result } from "@/lib/contracts/result";
import type { StartedSession } from "@/lib/contracts/sessions";
import { insertCourse, setMembers } from "@/lib/db/courses";
import { loadActor, setActive, storeSshKey } from "@/lib/db/people";
import { listEvents } from "@/lib/db/session-events";
import { setSwitch } from "@/lib/db/switches";
import type { Actor } from "@/lib/domain/person";
import { startSession } from "./start-session";
import { NAMESPACE, openLabWorld, type LabWorld } from "./test-lab-world";

let world: LabWorld;
beforeAll(async () => {
  world = await openLabWorld({ nodes: 9 });
});
afterAll(() => world.close());
afterEach(async () => {
  world.sim.clearFaults();
  await world.settled();
  await world.sql(
    `UPDATE lab_session SET status = 'failed', blocks = false, end_reason = 'vanished', token_hash = NULL,
       claimed_at = coalesce(claimed_at, now()), over_at = now() WHERE over_at IS NULL`,
  );
  world.sim.clearNamespace(NAMESPACE);
  await applyDefaultDeny({ server: world.sim.url, token: world.sim.token }, NAMESPACE);
});

const CLI: Actor = { type: "system", name: "cli" };
const start = (actor: Actor, input: { studentId?: string; courseId?: string; labId?: string } = {}) =>
  startSession(world.context, actor, { labId: world.lab.id, ...input });

/** Names of the objects of one kind that the cluster has. */
function namesOf(key: string): string[] {
  return world.sim.cluster.store.list(key, NAMESPACE).map((object) => object.metadata.name);
}
const VMS = "virtualmachines.kubevirt.io";

function idOf(result: Result<StartedSession>): string {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value.id;
}
const whyNot = (result: Result<unknown>) =>
  result.ok ? "ok" : (result.error.reason?.code ?? result.error.code);
const rowCount = async () => Number((await world.sql("SELECT count(*) AS n FROM lab_session"))[0]?.["n"]);

describe("a start", () => {
  it("answers with a committed row, then makes Job, policy, Secret and VM", async () => {
    const id = idOf(await start(world.student));
    expect(await world.row(id)).toMatchObject({
      status: "provisioning",
      studentId: world.student.id,
      courseId: world.courseId,
      createdAtMs: null,
      lifetime: { sessionMinutes: 60, maxMinutes: 180, marginMinutes: 15 },
      machines: [{ name: `lab-${id}-1`, secretName: `lab-${id}-1-init` }],
    });
    await world.settled();
    const row = await world.row(id);
    expect(row.createdAtMs).not.toBeNull();
    expect(row.jobUid).toBe(world.sim.cluster.store.get("jobs.batch", NAMESPACE, `lab-${id}`)?.metadata.uid);
    expect(namesOf(VMS)).toEqual([`lab-${id}-1`]);
    expect(namesOf("networkpolicies.networking.k8s.io")).toContain(`lab-${id}`);
    expect(namesOf("secrets")).toEqual([`lab-${id}-1-init`]);
    const events = await listEvents(world.db.at, id);
    expect(events.map(({ code, actor }) => [code, actor])).toEqual([
      ["started", world.student.name],
      ["created", null],
    ]);
  });

  it("gives a one-time password where no key is stored, and keeps neither it nor the token in clear", async () => {
    const result = await start(world.student);
    const id = idOf(result);
    const password = result.ok ? result.value.oneTimePassword : null;
    expect(password).toMatch(/^\S{16}$/);
    await world.settled();
    const [stored] = await world.sql("SELECT s.*, s.token_hash FROM lab_session s WHERE id = $1", [id]);
    expect(stored?.["token_hash"]).toMatch(/^[0-9a-f]{64}$/);
    const audit = await world.sql(
      "SELECT action, params::text AS params FROM audit_entry WHERE subject_id = $1",
      [id],
    );
    expect(audit).toMatchObject([{ action: "session.start" }]);
    expect(JSON.stringify([stored, audit, world.logged])).not.toContain(password);
  });

  it("lets a stored key in instead of a password", async () => {
    const student = await world.addStudent();
    const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKey me@laptop";
    await storeSshKey(world.db.at, { id: student.id, publicKey });
    const result = await start(student);
    const id = idOf(result);
    expect(result.ok && result.value.oneTimePassword).toBeNull();
    await world.settled();
    const secret = world.sim.cluster.store.get("secrets", NAMESPACE, `lab-${id}-1-init`);
    const userdata = Buffer.from(
      String((secret?.["data"] as Record<string, string>)["userdata"]),
      "base64",
    ).toString();
    expect(userdata).toContain(publicKey);
    expect(userdata).not.toContain("chpasswd");
  });

  it("counts the rows alone where the list of machines cannot be read, and says so", async () => {
    world.sim.fault({ match: { method: "GET", path: "/virtualmachines\\?" }, act: { status: 500 } });
    const [event] = await listEvents(world.db.at, idOf(await start(world.student)));
    expect(event).toMatchObject({ code: "started", params: { seatsFromRowsOnly: 1 } });
  });
});

describe("who may start", () => {
  it("an instructor for a student of their course, an admin and the command line for anybody", async () => {
    const other = await world.addStudent();
    expect(whyNot(await start(world.instructor, { studentId: world.student.id }))).toBe("ok");
    expect(whyNot(await start(CLI, { studentId: other.id }))).toBe("ok");
    const stranger = await world.addStranger();
    const id = idOf(await start(world.admin, { studentId: stranger.id }));
    expect((await world.row(id)).courseId).toBeNull();
  });

  it("nobody for somebody who is not theirs", async () => {
    const stranger = await world.addStranger();
    const elsewhere = await insertCourse(world.db.at, { name: "Elsewhere", description: "" });
    const members = [{ personId: stranger.id, role: "instructor" as const }];
    await setMembers(world.db.at, { id: elsewhere.id, members });
    const outsider = await loadActor(world.db.at, stranger.id);
    const before = await rowCount();
    const studentId = world.student.id;
    const other = await world.addStudent();
    expect(whyNot(await start(other, { studentId }))).toBe("forbidden");
    expect(whyNot(await start(outsider ?? CLI, { studentId }))).toBe("forbidden");
    expect(whyNot(await start({ type: "system", name: "cronjob" }, { studentId }))).toBe("forbidden");
    expect(whyNot(await start(await world.addStranger()))).toBe("lab-not-in-course");
    expect(whyNot(await start(world.admin, { studentId, courseId: elsewhere.id }))).toBe("lab-not-in-course");
    expect(whyNot(await start(CLI))).toBe("invalid");
    expect(whyNot(await start(CLI, { studentId: "nobody" }))).toBe("not-found");
    expect(whyNot(await start(world.admin, { labId: "no-such-lab" }))).toBe("not-found");
    expect(await rowCount()).toBe(before);
  });
});

describe("a start is refused before there is a row", () => {
  const refusals: [string, () => Promise<Result<unknown>>][] = [
    [
      "starts-switched-off",
      async () => {
        const off = { name: "no-new-sessions", message: "Exam", byName: "admin" } as const;
        await setSwitch(world.db.at, { ...off, isOn: true });
        const answer = await start(world.student);
        await setSwitch(world.db.at, { ...off, isOn: false });
        expect(answer).toMatchObject({ error: { reason: { params: { message: "Exam" } } } });
        return answer;
      },
    ],
    [
      "lab-disabled",
      async () => start(world.student, { labId: (await world.addLab({}, { isEnabled: false })).id }),
    ],
    [
      "image-not-allowed",
      async () =>
        start(world.student, { labId: (await world.addLab({ image: "registry.test/labs-evil:1" })).id }),
    ],
    [
      "person-deactivated",
      async () => {
        const gone = await world.addStudent();
        await setActive(world.db.at, { id: gone.id, isActive: false });
        return start(world.admin, { studentId: gone.id });
      },
    ],
    [
      "person-deactivated",
      async () => {
        const leaving = await world.addStudent();
        const cluster = Object.create(world.context.cluster) as typeof world.context.cluster;
        cluster.readMachines = async (signal) => {
          await setActive(world.db.at, { id: leaving.id, isActive: false });
          return world.context.cluster.readMachines(signal);
        };
        return startSession({ ...world.context, cluster }, leaving, { labId: world.lab.id });
      },
    ],
    [
      "no-network-policy",
      () => {
        world.sim.clearNamespace(NAMESPACE);
        return start(world.student);
      },
    ],
    [
      "wrong-cluster",
      async () => {
        await start(await world.addStudent());
        const uid = world.sim.setNamespaceUid(NAMESPACE, "another-cluster");
        const answer = await start(world.student);
        world.sim.setNamespaceUid(NAMESPACE, uid);
        return answer;
      },
    ],
    [
      "cluster-refused",
      () => {
        world.sim.fault({ match: { path: `/namespaces/${NAMESPACE}$` }, act: { status: 500 } });
        return start(world.student);
      },
    ],
    [
      "permission-missing",
      () => {
        world.sim.fault({ match: { path: "/leases/" }, act: { status: 403, message: "RBAC says no" } });
        return start(world.student);
      },
    ],
  ];
  it.each(refusals)("%s", async (code, act) => {
    expect(whyNot(await act())).toBe(code);
    const rows = await world.sql("SELECT id FROM lab_session WHERE student_id = $1 AND over_at IS NULL", [
      world.student.id,
    ]);
    expect(rows).toEqual([]);
    expect(namesOf(VMS).length).toBeLessThanOrEqual(1);
  });
});

describe("a student's own row", () => {
  it("that is expired is ended first, as End does", async () => {
    const old = idOf(await start(world.student));
    await world.settled();
    await world.sql("UPDATE lab_session SET expires_at = clock_timestamp() WHERE id = $1", [old]);
    const id = idOf(await start(world.student));
    expect(await world.row(old)).toMatchObject({ status: "expired", endReason: "expired", blocks: false });
    expect(await world.row(id)).toMatchObject({ status: "provisioning", blocks: true });
  });

  it("that runs is in the way", async () => {
    const id = idOf(await start(world.student));
    expect(await start(world.student)).toMatchObject({
      error: { reason: { code: "already-has-session", params: { sessionId: id } } },
    });
  });

  it.each([
    [9, "already-has-session"],
    [11, "ok"],
  ])("claimed %i minutes ago, its delete refused all the time: %s", async (minutes, code) => {
    const old = idOf(await start(world.student));
    await world.settled();
    await world.sql(
      `UPDATE lab_session SET status = 'ending', end_reason = 'returned', token_hash = NULL,
         claimed_at = clock_timestamp() - make_interval(mins => $2) WHERE id = $1`,
      [old, minutes],
    );
    world.sim.fault({ match: { method: "DELETE", namePattern: old }, act: { status: 500 } });
    expect(whyNot(await start(world.student))).toBe(code);
    expect(await world.row(old)).toMatchObject({ status: "ending", blocks: code !== "ok" });
  });

  it("is one, however often they press at once", async () => {
    const student = await world.addStudent();
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(student)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(answers.map(whyNot))).toEqual(new Set(["ok", "already-has-session"]));
    await world.settled();
    expect(namesOf(VMS)).toHaveLength(1);
  });
});
