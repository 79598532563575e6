import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { currentActor } from "./sign-in";
import { answerSignIn } from "./sign-in-door";
import { cookieOf, openDoors, ORIGIN, type Doors } from "./test-doors";
import { startOidcProvider, type OidcProvider } from "./test-oidc-provider";

vi.mock("next/headers", async () => ({ headers: (await import("./test-doors")).requestHeaders }));

let doors: Doors;
let provider: OidcProvider;
beforeAll(async () => {
  provider = await startOidcProvider("curfew");
  doors = await openDoors({
    CURFEW_OIDC_ISSUER: provider.issuer,
    CURFEW_OIDC_CLIENT_ID: "curfew",
    CURFEW_OIDC_CLIENT_SECRET: "a secret of the tests",
    CURFEW_OIDC_ROLE_CLAIM: "groups",
    CURFEW_OIDC_ADMIN_VALUES: "lab-admins",
  });
});
afterAll(async () => {
  await doors.close();
  provider.close();
});
beforeEach(() => void (provider.isForging = false));

let people = 0;
const someone = (more: object = {}) => {
  const sub = `sub-${++people}`;
  return { sub, email: `${sub}@school.test`, email_verified: true, name: `Person ${people}`, ...more };
};
const begin = (body: object = {}) =>
  answerSignIn(
    new Request(`${ORIGIN}/api/auth/sign-in/social`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: ORIGIN },
      body: JSON.stringify(body),
    }),
  );

/** A whole sign-in, as a browser goes through it: where it ends, and with which cookie. */
async function comeBy(
  claims: Record<string, unknown>,
  next?: string,
): Promise<{ to: string; cookie: string }> {
  provider.claims = claims;
  const begun = await begin({ next });
  const { url } = (await begun.json()) as { url: string };
  const sent = await fetch(url, { redirect: "manual" });
  const back = new Request(sent.headers.get("location") ?? "", { headers: { cookie: cookieOf(begun) } });
  const response = await answerSignIn(back);
  return { to: response.headers.get("location") ?? "", cookie: cookieOf(response) };
}
const actorOf = ({ cookie }: { cookie: string }) => doors.as(cookie, () => currentActor());

describe("signing in by a provider", () => {
  it("makes a member of somebody new, keeps none of the provider's tokens, and is audited", async () => {
    const claims = someone();
    const end = await comeBy(claims);
    expect(end.to).toMatch(/\/$/);
    const actor = await actorOf(end);
    expect(actor).toMatchObject({ email: claims.email, role: "member", instructs: [] });
    const [account] = await doors.world.sql(
      "SELECT access_token, refresh_token, id_token FROM account WHERE provider_id = 'oidc' AND person_id = $1",
      [actor?.id],
    );
    expect(account).toEqual({ access_token: null, refresh_token: null, id_token: null });
    const audit = await doors.world.sql<{ action: string }>(
      "SELECT action FROM audit_entry WHERE subject_id = $1 ORDER BY id",
      [actor?.id],
    );
    expect(audit.map(({ action }) => action)).toEqual(["person.add", "sign-in.start"]);
  });

  it("gives and takes the admin role by the claim, at each sign-in", async () => {
    const person = someone();
    const chief = { ...person, groups: ["staff", "lab-admins"] };
    expect(await actorOf(await comeBy(chief))).toMatchObject({ role: "admin" });
    expect(await actorOf(await comeBy({ ...chief, groups: ["staff"] }))).toMatchObject({ role: "member" });
    expect(await actorOf(await comeBy(chief))).toMatchObject({ role: "admin" });
    expect(await actorOf(await comeBy(person))).toMatchObject({ role: "member" });
  });

  it("leaves the last admin one, whatever the claim says", async () => {
    const claims = someone({ groups: ["lab-admins"] });
    const id = (await actorOf(await comeBy(claims)))?.id;
    await doors.world.sql("UPDATE person SET banned = true WHERE role = 'admin' AND id <> $1", [id]);
    expect(await actorOf(await comeBy({ ...claims, groups: [] }))).toMatchObject({ role: "admin" });
    await doors.world.sql("UPDATE person SET banned = false");
  });

  it("lets somebody in whom an admin added, by their verified address, and nobody by one that is not", async () => {
    const student = await doors.world.addStudent();
    const { email } = student;
    const unverified = await comeBy(someone({ email, email_verified: false }));
    expect(unverified.to).toContain("/sign-in?error=");
    expect(await actorOf(unverified)).toBeNull();
    expect(await actorOf(await comeBy(someone({ email })))).toMatchObject({ id: student.id });
    const stranger = await comeBy(someone({ email_verified: false }));
    expect(stranger.to).toContain("/sign-in?error=");
    expect(await actorOf(stranger)).toBeNull();
  });

  it("keeps out whom an admin deactivated", async () => {
    const claims = someone();
    const id = (await actorOf(await comeBy(claims)))?.id;
    await doors.world.sql("UPDATE person SET banned = true WHERE id = $1", [id]);
    expect(await actorOf(await comeBy(claims))).toBeNull();
  });

  it("believes no token that the provider's published key did not sign", async () => {
    provider.isForging = true;
    const end = await comeBy(someone({ groups: ["lab-admins"] }));
    expect(end.to).toContain("/sign-in?error=");
    expect(await actorOf(end)).toBeNull();
  });

  it("leads on to the page that was asked for, also after a failure, and to no other site", async () => {
    const page = "/sessions?q=박~(mina)*&scope=all";
    const asked = encodeURI(page);
    const nextIn = ({ to }: { to: string }) => new URL(to, ORIGIN).searchParams.get("next");
    const end = await comeBy(someone(), asked);
    expect(new URL(end.to, ORIGIN).pathname).toBe("/sign-in");
    expect(nextIn(end)).toBe(asked);
    const refused = await comeBy(someone({ email_verified: false }), asked);
    expect(refused.to).toContain("error=");
    expect(nextIn(refused)).toBe(asked);
    const elsewhere = await comeBy(someone(), "//evil.test/");
    expect(elsewhere.to).toMatch(/^(http:\/\/[^/]+)?\/$/);
  });

  it("takes neither a token nor a way back from whoever begins it", async () => {
    const begun = await begin({
      provider: "other",
      callbackURL: "https://evil.test",
      next: "https://evil.test",
      idToken: { token: "e30.e30.c2ln" },
    });
    const { url } = (await begun.json()) as { url: string };
    expect(new URL(url).origin).toBe(provider.issuer);
    expect(decodeURIComponent(url)).not.toContain("evil");
  });
});
