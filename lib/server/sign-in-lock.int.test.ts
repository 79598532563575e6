import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SIGN_IN_TRIES } from "@/lib/db/sign-in-failures";
import { endAllSignIns } from "@/lib/usecases/end-sign-ins";
import { resetPassword } from "@/lib/usecases/reset-password";
import { CLIENT_ADDRESS } from "./client-address";
import { currentActor } from "./sign-in";
import { answerSignIn } from "./sign-in-door";
import { openDoors, ORIGIN, PASSWORD, signInRequest, type Doors } from "./test-doors";

vi.mock("next/headers", async () => ({ headers: (await import("./test-doors")).requestHeaders }));

let doors: Doors;
beforeAll(async () => {
  doors = await openDoors();
  await doors.letIn(doors.world.admin.id);
});
afterAll(() => doors.close());

type Fields = { email: string; password: string };
const newcomer = async () => {
  const person = await doors.world.addStudent();
  await doors.letIn(person.id);
  return person;
};
const tryIt = async (email: string, password: string, from = "203.0.113.1") =>
  (await answerSignIn(signInRequest(email, password, { [CLIENT_ADDRESS]: from }))).status;
const auditOf = (id: string) =>
  doors.world.sql<{ action: string; actor: string; address: string | null }>(
    `SELECT action, actor_name AS actor, params->>'address' AS address FROM audit_entry
     WHERE subject_id = $1 AND action LIKE 'sign-in.%' ORDER BY id`,
    [id],
  );
const age = () =>
  doors.world.sql(
    "UPDATE rate_limit SET last_request = last_request - 901000 WHERE key LIKE 'sign-in-tries|%'",
  );

describe("an account that is guessed at", () => {
  it("is locked after ten wrong passwords, for the right one too and from every address, and opens again", async () => {
    const { email, id } = await newcomer();
    // All at once, each from another address: a try is counted before it is checked.
    const guesses = Array.from({ length: 14 }, (_none, i) => tryIt(email, "wrong", `203.0.113.${i + 10}`));
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 401).length).toBe(SIGN_IN_TRIES);
    expect(statuses.filter((status) => status === 429).length).toBe(4);
    expect(await tryIt(email.toUpperCase(), PASSWORD)).toBe(429);
    const actions = (await auditOf(id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "sign-in.fail").length).toBe(SIGN_IN_TRIES);
    expect(actions.filter((action) => action === "sign-in.lock").length).toBe(1);
    await age();
    expect(await tryIt(email, PASSWORD)).toBe(200);
  });

  it.each([
    [
      "a form",
      "application/x-www-form-urlencoded",
      (fields: Fields) => new URLSearchParams(fields).toString(),
    ],
    ["JSON that is called something else", "text/plain", (fields: Fields) => JSON.stringify(fields)],
    ["JSON in a list", "application/json", (fields: Fields) => JSON.stringify([fields])],
    [
      "an address among two",
      "application/json",
      ({ email, password }: Fields) => `{"email":"${email}","email":["${email}"],"password":"${password}"}`,
    ],
  ])("is not let in past the count by %s", async (_what, type, write) => {
    const { email } = await newcomer();
    const { url, headers } = signInRequest(email, PASSWORD);
    const own = new Headers(headers);
    own.set("Content-Type", type);
    const body = write({ email, password: PASSWORD });
    expect((await answerSignIn(new Request(url, { method: "POST", headers: own, body }))).status).toBe(400);
  });

  it("starts to count anew after a good sign-in", async () => {
    const { email } = await newcomer();
    for (let tries = 1; tries < SIGN_IN_TRIES; tries++) await tryIt(email, "wrong");
    expect(await tryIt(email, PASSWORD)).toBe(200);
    expect(await tryIt(email, "wrong")).toBe(401);
    expect(await tryIt(email, PASSWORD)).toBe(200);
  });

  it("opens with a new password from an admin", async () => {
    const { email, id } = await newcomer();
    for (let tries = 0; tries <= SIGN_IN_TRIES; tries++) await tryIt(email, "wrong");
    const reset = await resetPassword(doors.world.context, doors.world.admin, { id });
    if (!reset.ok || reset.value.password === null) throw new Error("no password");
    expect(await tryIt(email, reset.value.password)).toBe(200);
  });

  it("is not told from an address that nobody has, which leaves no audit", async () => {
    const count = async () => (await doors.world.sql("SELECT 1 FROM audit_entry")).length;
    const before = await count();
    const statuses: number[] = [];
    for (let tries = 0; tries <= SIGN_IN_TRIES; tries++)
      statuses.push(await tryIt("nobody@school.test", "wrong", "203.0.113.77"));
    expect(statuses.at(-2)).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    expect(await count()).toBe(before);
  });
});

describe("the audit of sign-ins", () => {
  it("tells who signed in and out, and from where", async () => {
    const { email, id, name } = await newcomer();
    const response = await answerSignIn(signInRequest(email, PASSWORD, { [CLIENT_ADDRESS]: "198.51.100.4" }));
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const headers = { cookie, Origin: ORIGIN, [CLIENT_ADDRESS]: "198.51.100.5" };
    await answerSignIn(new Request(`${ORIGIN}/api/auth/sign-out`, { method: "POST", headers }));
    expect(await auditOf(id)).toEqual([
      { action: "sign-in.start", actor: name, address: "198.51.100.4" },
      { action: "sign-in.end", actor: name, address: "198.51.100.5" },
    ]);
  });
});

describe("signing out everywhere", () => {
  it("ends every sign-in of one's own at once, and is audited", async () => {
    const person = await newcomer();
    const cookies = [await doors.signIn(person.email), await doors.signIn(person.email)];
    const answer = await endAllSignIns(doors.world.context, person, { id: person.id });
    expect(answer).toMatchObject({ ok: true, value: { ended: 2 } });
    for (const cookie of cookies) expect(await doors.as(cookie, () => currentActor())).toBeNull();
    const [entry] = await doors.world.sql(
      "SELECT actor_name, params FROM audit_entry WHERE action = 'person.end-sign-ins' AND subject_id = $1",
      [person.id],
    );
    expect(entry).toMatchObject({ actor_name: person.name, params: { count: 2 } });
  });

  it("is an admin's for anybody, and nobody else's for another", async () => {
    const person = await newcomer();
    const cookie = await doors.signIn(person.email);
    const { context, instructor, student, admin } = doors.world;
    for (const other of [instructor, student])
      expect(await endAllSignIns(context, other, { id: person.id })).toMatchObject({ ok: false });
    expect(await doors.as(cookie, () => currentActor())).not.toBeNull();
    expect((await endAllSignIns(context, admin, { id: person.id })).ok).toBe(true);
    expect(await doors.as(cookie, () => currentActor())).toBeNull();
  });
});
