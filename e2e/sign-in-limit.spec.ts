import { expect, test } from "./fixtures";

test.use({ person: null });

/** The limit of tries from an address is kept under its key, here filled up to the last but none. */
const FULL = 60;

test("an address that a client writes itself gets it round no limit of sign-in tries", async ({
  values,
  database,
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: values.url });
  const tryFrom = async (address: string) => {
    const data = { email: `nobody-at-${address}@curfew.test`, password: "not the password" };
    const headers = { origin: values.url, "x-curfew-client": address, "x-forwarded-for": address };
    return (await request.post("/api/auth/sign-in/email", { data, headers })).status();
  };
  const keys = async () =>
    (await database.query<{ key: string }>("SELECT key FROM rate_limit WHERE key LIKE '%|/sign-in/email'"))
      .rows;
  try {
    await database.query("DELETE FROM rate_limit WHERE key LIKE '%|/sign-in/email'");
    expect(await tryFrom("203.0.113.7")).toBe(401);
    expect(await keys()).toEqual([{ key: "127.0.0.1|/sign-in/email" }]);
    await database.query("UPDATE rate_limit SET count = $1 WHERE key LIKE '%|/sign-in/email'", [FULL]);
    for (const address of ["203.0.113.8", "127.0.0.2", "::1"]) expect(await tryFrom(address)).toBe(429);
    expect(await keys()).toEqual([{ key: "127.0.0.1|/sign-in/email" }]);
  } finally {
    await database.query("DELETE FROM rate_limit WHERE key LIKE '%|/sign-in/email'");
    await request.dispose();
  }
});
