import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeAuth } from "./auth";
import { currentActor } from "./sign-in";
import { answerSignIn } from "./sign-in-door";
import { cookieOf, type Doors, openDoors, ORIGIN, PASSWORD, signInRequest } from "./test-doors";

vi.mock("next/headers", async () => ({ headers: (await import("./test-doors")).requestHeaders }));

let doors: Doors;
beforeAll(async () => {
  doors = await openDoors();
  for (const { id } of [doors.world.admin, doors.world.student]) await doors.letIn(id);
});
afterAll(() => doors.close());

const actorOf = (cookie: string) => doors.as(cookie, () => currentActor());
const send = (body: unknown, headers: Record<string, string> = {}) =>
  answerSignIn(
    new Request(`${ORIGIN}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: ORIGIN, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );

describe("a sign-in that somebody planted beforehand", () => {
  it("is not what the victim goes on with: each sign-in has a token of its own", async () => {
    const planted = await doors.signIn(doors.world.student.email);
    const response = await answerSignIn(
      signInRequest(doors.world.admin.email, PASSWORD, { cookie: planted }),
    );
    const own = cookieOf(response);
    expect(own).not.toBe(planted);
    expect(await actorOf(own)).toMatchObject({ id: doors.world.admin.id });
    expect(await actorOf(planted)).not.toMatchObject({ id: doors.world.admin.id });
  });

  it("is none where its cookie is a name and value that the attacker chose", async () => {
    const name = (await doors.signIn(doors.world.student.email)).split("=")[0];
    const response = await answerSignIn(
      signInRequest(doors.world.student.email, PASSWORD, { cookie: `${name}=chosen-by-me.c2ln` }),
    );
    expect(cookieOf(response)).not.toContain("chosen-by-me");
    expect(await actorOf(`${name}=chosen-by-me.c2ln`)).toBeNull();
  });
});

describe("where a sign-in leads", () => {
  it.each(["https://evil.test/", "//evil.test", "/\\\\evil.test", "javascript:alert(1)"])(
    "is never %s, whatever the request asks for",
    async (callbackURL) => {
      const { email } = doors.world.student;
      const response = await send({ email, password: PASSWORD, callbackURL });
      expect(response.headers.get("location") ?? "").not.toContain("evil");
      expect(await response.text()).not.toContain("evil");
      expect(response.status).toBe(403);
    },
  );
});

describe("who has an account", () => {
  it("is not told by the time that the answer takes: a password is hashed for nobody as well", async () => {
    const scrypt = vi.spyOn(crypto, "scrypt");
    syncBuiltinESMExports();
    const hashesFor = async (email: string) => {
      scrypt.mockClear();
      expect((await send({ email, password: "not the password" })).status).toBe(401);
      return scrypt.mock.calls.length;
    };
    expect([await hashesFor(doors.world.student.email), await hashesFor("nobody@school.test")]).toEqual([
      1, 1,
    ]);
    // Added, and never given a password.
    const [stranger] = [await doors.world.addStranger()];
    await doors.world.sql("DELETE FROM account WHERE person_id = $1", [stranger.id]);
    expect(await hashesFor(stranger.email)).toBe(1);
    scrypt.mockRestore();
    syncBuiltinESMExports();
  });
});

describe("a request that is no sign-in", () => {
  it("is refused before it is held in memory where it is longer than any", async () => {
    const response = await send({ email: "a@school.test", password: "x".repeat(20_000) });
    expect(response.status).toBe(413);
  });

  it.each(["", "{", "[]", "null", '{"email":{"$ne":null},"password":{"$ne":null}}'])(
    "as %s is no error of ours",
    async (body) => {
      const response = await send(body);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(response.headers.getSetCookie()).toEqual([]);
    },
  );
});

describe("the cookie of a sign-in", () => {
  it("is sent over TLS alone where browsers come by https, and bears the prefix that holds them to it", async () => {
    const { db } = doors.world;
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const appUrl = "https://labs.example.org";
    const { handler } = makeAuth({ db, log, appUrl, authSecret: "x".repeat(32), oidc: null });
    const response = await handler(
      new Request(`${appUrl}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: appUrl },
        body: JSON.stringify({ email: doors.world.student.email, password: PASSWORD }),
      }),
    );
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-curfew\./);
    for (const attribute of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"])
      expect(cookie).toMatch(new RegExp(`; ${attribute}(;|$)`, "i"));
    expect(cookie).not.toMatch(/Domain=/i);
  });
});
