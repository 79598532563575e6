import { betterAuth } from "better-auth";
import { hashPassword } from "better-auth/crypto";
import { describe, expect, it } from "vitest";
import type { GlobalRole } from "@/lib/domain/person";
import { clientOf } from "./at";
import { authAdapter } from "./auth-adapter";
import { addMember, insertCourse, setArchived } from "./courses";
import { isUniqueViolation } from "./database";
import {
  countActiveAdmins,
  findPerson,
  findPersonByEmail,
  insertPerson,
  listPeople,
  loadActor,
  passwordHashOf,
  setActive,
  setPassword,
  setRole,
  sshKeyOf,
  storeSshKey,
} from "./people";
import { addSession, nextId, OVER, shape, testDatabase } from "./test-rows";

const used = testDatabase();
const at = () => used.db.at;
const add = async (name = "Choi", role: GlobalRole = "member") => {
  const email = `${nextId()}@school.example`;
  return { email, ...(await insertPerson(at(), { email, name, role, passwordHash: "hash" })) };
};
const addCourse = async (name: string) => (await insertCourse(at(), { name, description: "" })).id;
const signInRow = (userId: string, token: string) =>
  clientOf(at()).signIn.create({
    data: { id: token, token, userId, expiresAt: new Date(Date.UTC(2100, 0)) },
  });
const tokensOf = async (userId: string) =>
  (await clientOf(at()).signIn.findMany({ where: { userId } })).map((row) => row.token);

describe("insertPerson", () => {
  it("keeps addresses in lower case, each once, and finds them in any case", async () => {
    const email = `Mixed-${nextId()}@School.Example`;
    const { id } = await insertPerson(at(), { email, name: "Han", role: "member", passwordHash: "h" });
    const found = await findPersonByEmail(at(), email.toUpperCase());
    expect(found).toMatchObject({
      id,
      email: email.toLowerCase(),
      name: "Han",
      role: "member",
      isActive: true,
    });
    expect(found).toMatchObject({ hasSshKey: false, courses: [], blockingSessionId: null });
    const again = await insertPerson(at(), { email, name: "Han", role: "member", passwordHash: "h" }).catch(
      (error: unknown) => error,
    );
    expect(isUniqueViolation(again)).toBe(true);
    expect([await findPerson(at(), "nobody"), await findPersonByEmail(at(), "nobody")]).toEqual([null, null]);
  });
});

describe("listPeople", () => {
  it("tells each one's courses and the session that blocks, and can be cut to courses", async () => {
    const [one, other] = [await add("Aaron"), await add("Bea")];
    const [courseId, old] = [await addCourse("Net"), await addCourse("Old")];
    await addMember(at(), { id: courseId, personId: one.id, role: "student" });
    await addMember(at(), { id: courseId, personId: one.id, role: "instructor" });
    await addMember(at(), { id: old, personId: one.id, role: "student" });
    await setArchived(at(), { id: old, isArchived: true });
    const past = await addSession(used.db, { studentId: one.id });
    await shape(used.db, past.id, OVER);
    const { id } = await addSession(used.db, { studentId: one.id });
    expect(await listPeople(at(), { courseIds: [courseId] })).toEqual([await findPerson(at(), one.id)]);
    expect(await findPerson(at(), one.id)).toMatchObject({
      courses: [{ id: courseId, name: "Net", role: "instructor" }],
      blockingSessionId: id,
    });
    const all = (await listPeople(at())).map((person) => person.id);
    expect(all.indexOf(one.id)).toBeLessThan(all.indexOf(other.id));
    expect(await listPeople(at(), { courseIds: [] })).toEqual([]);
  });
});

describe("loadActor", () => {
  it("names the courses by role, archived ones left out, and nobody who was deactivated", async () => {
    const { id, email } = await add("Yun");
    const [teaches, studies, old] = [await addCourse("A"), await addCourse("B"), await addCourse("C")];
    await addMember(at(), { id: teaches, personId: id, role: "instructor" });
    await addMember(at(), { id: studies, personId: id, role: "student" });
    await addMember(at(), { id: old, personId: id, role: "instructor" });
    await setArchived(at(), { id: old, isArchived: true });
    const actor = {
      type: "person",
      id,
      email,
      name: "Yun",
      role: "member",
      instructs: [teaches],
      studies: [studies],
    };
    expect(await loadActor(at(), id)).toEqual(actor);
    await setActive(at(), { id, isActive: false });
    expect([await loadActor(at(), id), await loadActor(at(), "nobody")]).toEqual([null, null]);
  });
});

describe("setActive, setRole and setPassword", () => {
  it("say whether anything changed, and end the person's sign-ins and nobody else's", async () => {
    const [one, other] = [await add("Jo", "admin"), await add("Lu")];
    await Promise.all([signInRow(one.id, `${one.id}-1`), signInRow(other.id, `${other.id}-1`)]);
    const admins = await countActiveAdmins(at());
    expect(await setActive(at(), { id: one.id, isActive: true })).toBe(false);
    expect(await tokensOf(one.id)).toHaveLength(1);
    expect(await setActive(at(), { id: one.id, isActive: false })).toBe(true);
    expect([await tokensOf(one.id), await tokensOf(other.id)]).toEqual([[], [`${other.id}-1`]]);
    expect(await countActiveAdmins(at())).toBe(admins - 1);
    expect(await findPerson(at(), one.id)).toMatchObject({ isActive: false });
    expect(await setRole(at(), { id: other.id, role: "admin" })).toBe(true);
    expect(await setRole(at(), { id: other.id, role: "admin" })).toBe(false);
    expect(await setRole(at(), { id: "nobody", role: "admin" })).toBe(false);
  });

  it("a new password ends all sign-ins but one's own", async () => {
    const { id } = await add();
    await Promise.all([signInRow(id, `${id}-here`), signInRow(id, `${id}-there`)]);
    expect(await setPassword(at(), { id, passwordHash: "new", keepToken: `${id}-here` })).toBe(true);
    expect([await tokensOf(id), await passwordHashOf(at(), id)]).toEqual([[`${id}-here`], "new"]);
    expect(await setPassword(at(), { id, passwordHash: "newer" })).toBe(true);
    expect(await tokensOf(id)).toEqual([]);
    expect(await setPassword(at(), { id: "nobody", passwordHash: "x" })).toBe(false);
  });
});

describe("SSH keys", () => {
  it("are stored, told of and removed", async () => {
    const { id } = await add();
    expect(await storeSshKey(at(), { id, publicKey: "ssh-ed25519 AAAA" })).toBe(true);
    expect([await sshKeyOf(at(), id), (await findPerson(at(), id))?.hasSshKey]).toEqual([
      "ssh-ed25519 AAAA",
      true,
    ]);
    await storeSshKey(at(), { id, publicKey: null });
    expect([await sshKeyOf(at(), id), await sshKeyOf(at(), "nobody")]).toEqual([null, null]);
    expect(await storeSshKey(at(), { id: "nobody", publicKey: null })).toBe(false);
  });
});

describe("authAdapter", () => {
  it("lets better-auth sign a person in, count the tries and sign out, on these tables", async () => {
    const auth = betterAuth({
      database: authAdapter(used.db),
      baseURL: "http://127.0.0.1:3000",
      secret: "a secret of this test that is long enough",
      emailAndPassword: { enabled: true, minPasswordLength: 12, disableSignUp: true },
      session: { modelName: "signIn" },
      rateLimit: { enabled: true, storage: "database", window: 10, max: 100 },
      telemetry: { enabled: false },
      logger: { disabled: true },
    });
    const email = `${nextId()}@school.example`;
    const passwordHash = await hashPassword("correct horse battery");
    const { id } = await insertPerson(at(), { email, name: "Seo", role: "member", passwordHash });
    const signIn = (password: string) =>
      auth.handler(
        new Request("http://127.0.0.1:3000/api/auth/sign-in/email", {
          method: "POST",
          headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.7" },
          body: JSON.stringify({ email, password }),
        }),
      );
    expect((await signIn("wrong horse battery")).status).toBe(401);
    expect(await tokensOf(id)).toEqual([]);
    const answer = await signIn("correct horse battery");
    expect(answer.status).toBe(200);
    expect(await tokensOf(id)).toHaveLength(1);
    expect(await clientOf(at()).rateLimit.count()).toBeGreaterThan(0);
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const session = await auth.api.getSession({ headers: new Headers({ cookie }) });
    expect(session?.user).toMatchObject({ id, email });
    await setActive(at(), { id, isActive: false });
    expect(await auth.api.getSession({ headers: new Headers({ cookie }) })).toBeNull();
  });
});
