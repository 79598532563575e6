import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { claimFirstAdmin } from "@/lib/actions/setup";
import { tellFirstAdminToken } from "./first-admin";
import { currentActor } from "./sign-in";
import { openDoors, type Doors } from "./test-doors";

vi.mock("next/headers", async () => ({ headers: (await import("./test-doors")).requestHeaders }));

let doors: Doors;
beforeAll(async () => {
  doors = await openDoors();
});
afterAll(() => doors.close());

const claim = (token: string, email = "first@school.test") =>
  doors.as(null, () => claimFirstAdmin({ token, email, name: "First", password: "correct horse battery" }));
async function tokenOfStart(): Promise<string | undefined> {
  const { logged, context } = doors.world;
  logged.length = 0;
  await tellFirstAdminToken(context);
  return /one-time token (\S+)$/.exec(logged[0]?.message ?? "")?.[1];
}
const WRONG = { ok: false, error: { code: "invalid", fields: [{ path: "token", code: "wrong" }] } };

describe("the first admin", () => {
  it("is offered to nobody while there are people", async () => {
    expect(await tokenOfStart()).toBeUndefined();
    expect(await claim("")).toMatchObject({ ok: false });
    expect(await claim("guessed")).toMatchObject(WRONG);
  });

  it("is made by a token of the log, once, and every other token is void then", async () => {
    await doors.world.sql("TRUNCATE person CASCADE");
    const [first, second] = [await tokenOfStart(), await tokenOfStart()];
    if (!first || !second) throw new Error("no token in the log");
    expect(first).not.toBe(second);
    const [stored] = await doors.world.sql("SELECT value FROM verification WHERE identifier = 'first-admin'");
    expect(JSON.stringify(stored)).not.toContain(first);

    expect(await claim(`${first}x`)).toMatchObject(WRONG);
    const answers = await Promise.all([claim(first), claim(second, "other@school.test")]);
    expect(answers.filter(({ ok }) => ok).length).toBe(1);
    expect(await claim(second)).toMatchObject(WRONG);
    const people = await doors.world.sql<{ email: string }>("SELECT email FROM person");
    expect(people.length).toBe(1);
    const cookie = await doors.signIn(people[0]?.email ?? "");
    expect(await doors.as(cookie, () => currentActor())).toMatchObject({ role: "admin" });
    const audit = await doors.world.sql("SELECT 1 FROM audit_entry WHERE actor_name = 'setup'");
    expect(audit.length).toBe(1);
    expect(await tokenOfStart()).toBeUndefined();
  });

  it("is not made by a token of yesterday", async () => {
    await doors.world.sql("TRUNCATE person CASCADE");
    const token = (await tokenOfStart()) ?? "";
    await doors.world.sql("UPDATE verification SET expires_at = expires_at - interval '24 hours'");
    expect(await claim(token)).toMatchObject(WRONG);
  });
});
