import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { setActive } from "@/lib/db/people";
import { CLIENT_ADDRESS } from "./client-address";
import { currentActor, currentSignInToken } from "./sign-in";
import { setPersonRole } from "@/lib/usecases/set-person-role";
import { answerSignIn } from "./sign-in-door";
import { cookieOf, openDoors, ORIGIN, signInRequest, type Doors } from "./test-doors";

vi.mock("next/headers", async () => ({ headers: (await import("./test-doors")).requestHeaders }));

let doors: Doors;
beforeAll(async () => {
  doors = await openDoors();
  for (const person of [doors.world.admin, doors.world.student]) await doors.letIn(person.id);
});
afterAll(() => doors.close());

const actorOf = (cookie: string | null) => doors.as(cookie, () => currentActor());

describe("signing in", () => {
  it("makes one cookie that scripts cannot read and that no body repeats", async () => {
    const response = await answerSignIn(signInRequest(doors.world.admin.email, "correct horse battery"));
    expect(response.status).toBe(200);
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({ isSignedIn: true });
    expect(await actorOf(cookieOf(response))).toMatchObject({ id: doors.world.admin.id, role: "admin" });
  });

  it("takes the address in any case, and tells a wrong password from nothing else", async () => {
    expect(await doors.signIn(doors.world.admin.email.toUpperCase())).not.toBe("");
    const answers = await Promise.all([
      answerSignIn(signInRequest(doors.world.admin.email, "not the password")),
      answerSignIn(signInRequest("nobody@school.test", "not the password")),
    ]);
    const texts = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    expect(texts[0]).toEqual(texts[1]);
    expect(answers[0]?.status).toBe(401);
  });

  it("is refused from another site", async () => {
    const cookie = await doors.signIn(doors.world.student.email);
    const evil = signInRequest(doors.world.student.email, "correct horse battery", {
      Origin: "https://evil.test",
      cookie,
    });
    expect((await answerSignIn(evil)).status).toBe(403);
  });

  it("ends with signing out", async () => {
    const cookie = await doors.signIn(doors.world.student.email);
    expect(await actorOf(cookie)).not.toBeNull();
    const out = await answerSignIn(
      new Request(`${ORIGIN}/api/auth/sign-out`, { method: "POST", headers: { cookie, Origin: ORIGIN } }),
    );
    expect(out.status).toBe(200);
    expect(await actorOf(cookie)).toBeNull();
  });

  it("is nobody's with a cookie that was made up", async () => {
    const cookie = await doors.signIn(doors.world.student.email);
    expect(await actorOf(`${cookie}x`)).toBeNull();
    expect(await actorOf("curfew.session_token=abc.def")).toBeNull();
    expect(await actorOf(null)).toBeNull();
  });

  it("knows which sign-in this is", async () => {
    const cookie = await doors.signIn(doors.world.student.email);
    const token = await doors.as(cookie, () => currentSignInToken());
    expect(decodeURIComponent(cookie)).toContain(String(token));
  });

  it("is an admin's no longer from the moment at which they are made a member", async () => {
    const chief = await doors.world.addStranger("admin");
    await doors.letIn(chief.id);
    const cookie = await doors.signIn(chief.email);
    expect(await actorOf(cookie)).toMatchObject({ role: "admin" });
    const { context, admin } = doors.world;
    expect(await setPersonRole(context, admin, { id: chief.id, role: "member" })).toMatchObject({ ok: true });
    expect(await actorOf(cookie)).toMatchObject({ id: chief.id, role: "member" });
  });

  it("is over at once for a person who is deactivated, and refused anew", async () => {
    const student = await doors.world.addStudent();
    await doors.letIn(student.id);
    const cookie = await doors.signIn(student.email);
    await doors.world.sql("UPDATE person SET banned = true WHERE id = $1", [student.id]);
    expect(await actorOf(cookie)).toBeNull();
    const again = await answerSignIn(signInRequest(student.email, "correct horse battery"));
    expect(again.status).toBe(403);
    expect(again.headers.getSetCookie()).toEqual([]);
    await setActive(doors.world.db.at, { id: student.id, isActive: true });
    expect(await doors.signIn(student.email)).not.toBe("");
  });
});

describe("what else better-auth offers", () => {
  it.each([
    ["POST", "sign-up/email"],
    ["POST", "admin/set-role"],
    ["GET", "admin/list-users"],
    ["POST", "update-user"],
    ["POST", "change-password"],
    ["POST", "change-email"],
    ["POST", "delete-user"],
    ["POST", "request-password-reset"],
    ["POST", "reset-password"],
    ["GET", "list-sessions"],
    ["POST", "revoke-sessions"],
    ["POST", "sign-in/social"],
    ["GET", "sign-in/email"],
    ["POST", "sign-in/email/"],
    ["POST", "sign-in//email"],
  ])("%s %s is no door, also for an admin", async (method, path) => {
    const cookie = await doors.signIn(doors.world.admin.email);
    const headers = { cookie, Origin: ORIGIN, "Content-Type": "application/json" };
    const body =
      method === "POST"
        ? JSON.stringify({ email: "x@school.test", password: "x".repeat(12), role: "admin" })
        : undefined;
    const response = await answerSignIn(new Request(`${ORIGIN}/api/auth/${path}`, { method, headers, body }));
    expect(response.status).toBe(404);
  });
});

describe("guessing", () => {
  it("is slowed down by address, in the database", async () => {
    const headers = { [CLIENT_ADDRESS]: "203.0.113.7", "x-forwarded-for": "198.51.100.1" };
    const statuses: number[] = [];
    for (let tries = 0; tries < 62; tries++) {
      const response = await answerSignIn(signInRequest(`not-an-address-${tries}`, "x", headers));
      statuses.push(response.status);
    }
    expect(statuses[0]).toBe(400);
    expect(statuses.at(-1)).toBe(429);
    expect(await doors.world.sql("SELECT 1 FROM rate_limit WHERE key LIKE '203.0.113.7%'")).not.toEqual([]);
  });
});
