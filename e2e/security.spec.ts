import type { Page } from "@playwright/test";
import { expect, INSTRUCTOR, LEA, test } from "./fixtures";

const PAGES = [
  "/overview",
  "/sessions",
  "/people",
  "/capacity",
  "/contention",
  "/reaper",
  "/doctor",
  "/account",
];
const MARKUP = `<img src=x onerror="window.wasHit=1"><script>window.wasHit=1</script>`;

test("every page has a nonce of its own and may be framed by nobody; answers are not sniffed or kept", async ({
  page,
}) => {
  const nonces = new Set<string>();
  const paths = [...PAGES, "/me", "/sign-in", "/nothing-here"];
  for (const path of paths) {
    const headers = (await page.request.get(path, { maxRedirects: 0 })).headers();
    const policy = headers["content-security-policy"] ?? "";
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    expect(scripts, path).toMatch(/^'self' 'nonce-[\w=]+' 'strict-dynamic'$/);
    expect(policy, path).toContain("frame-ancestors 'none'");
    nonces.add(scripts);
    expect(headers, path).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    });
    expect(headers["x-powered-by"], path).toBeUndefined();
    // These come by plain http, where it may not be sent.
    expect(headers["strict-transport-security"], path).toBeUndefined();
  }
  expect(nonces.size).toBe(paths.length);
  for (const path of ["/api/status", "/api/people", "/api/sessions/aaaaaaaaaa"]) {
    expect((await page.request.get(path)).headers(), path).toMatchObject({
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
  }
  // What no route answers, a method that one does not have, a door of its own, and a file that is not there.
  for (const path of [
    "/api/nothing",
    "/api/reap",
    "/api/auth/nothing",
    "/api/live",
    "/api/metrics",
    "/favicon.ico",
  ])
    expect((await page.request.get(path)).headers(), path).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
});

test("a path with half a letter is answered as any other that leads nowhere", async ({ page }) => {
  for (const path of ["/sessions/%F0%9F", "/api/sessions/%F0%9F"]) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(answer.headers(), path).toMatchObject({
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "x-frame-options": "DENY",
    });
  }
  await page.goto("/sessions/%F0%9F");
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
  expect((await page.request.get("/api/sessions/%61aaaaaaaaa")).status()).toBe(404);
});

test("who may not see a page is sent elsewhere before any of it comes", async ({ pageOf }) => {
  const sent = async (page: Page, path: string) => {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    return [answer.status(), answer.headers()["location"]];
  };
  const instructor = await pageOf(INSTRUCTOR);
  expect(await sent(instructor, "/doctor")).toEqual([307, "/overview"]);
  const student = await pageOf(LEA);
  for (const path of PAGES.filter((one) => one !== "/account"))
    expect(await sent(student, path), path).toEqual([307, "/me"]);
});

test("the pages themselves keep to the policy, and a script that is put into one does not run", async ({
  page,
}) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect(violations).toEqual([]);
  await page.evaluate((markup) => document.body.insertAdjacentHTML("beforeend", markup), MARKUP);
  await expect.poll(() => violations.length).toBeGreaterThan(0);
  expect(await wasHit(page)).toBe(false);
});

test("names that are mark-up are letters on every page that shows them", async ({
  page,
  database,
  openSession,
}) => {
  const old = await database.query<{ name: string }>("SELECT name FROM person WHERE email = $1", [LEA]);
  // Past the checks that refuse it: as a provider's claim or an older release might have left it.
  const rename = (name: string) =>
    database.query("UPDATE person SET name = $1 WHERE email = $2", [name, LEA]);
  try {
    await rename(MARKUP);
    const id = await openSession("shell", LEA);
    for (const path of ["/overview", "/sessions", "/people", `/sessions/${id}`, "/audit"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      if (path !== "/audit") await expect(page.getByText(MARKUP).first()).toBeVisible();
      expect(await page.locator("img[src=x]").count(), path).toBe(0);
      expect(await wasHit(page), path).toBe(false);
    }
  } finally {
    await rename(old.rows[0]?.name ?? "Léa Martin");
  }
});

test("another site can neither frame a page nor act by the cookie that a browser holds", async ({
  page,
  values,
  database,
}) => {
  await page.route("http://evil.test/**", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${values.url}/account"></iframe>` }),
  );
  await page.goto("http://evil.test/");
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContainEqual(expect.stringMatching(/^chrome-error:/));

  // What a click really sends, sent again as if from there.
  await page.goto("/account");
  await page.getByRole("textbox", { name: "SSH public key" }).fill("not a key");
  const asked = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/account"),
  );
  await page.getByRole("button", { name: "Store the key" }).click();
  const action = await asked;
  const headers = { ...(await action.allHeaders()), origin: "https://evil.test" };
  const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIDSEq5Yzl1yWRFVBEjkCXvQ5GdPm1X7IdGR0zAqKkGX x";
  const sent = [{ publicKey: key }];
  const names = Object.keys(headers).filter((name) => name.startsWith(":") || name === "content-length");
  for (const name of names) delete (headers as Record<string, string>)[name];
  const forged = await page.request.post("/account", { headers, data: JSON.stringify(sent) });
  expect(forged.status()).toBeGreaterThanOrEqual(400);
  const { rows } = await database.query(
    "SELECT 1 FROM person WHERE ssh_public_key IS NOT NULL AND email LIKE 'ada%'",
  );
  expect(rows).toEqual([]);
  // The same from here is taken.
  const own = await page.request.post("/account", {
    headers: { ...headers, origin: values.url },
    data: JSON.stringify(sent),
  });
  expect(own.status()).toBe(200);
  await database.query("UPDATE person SET ssh_public_key = NULL WHERE email LIKE 'ada%'");
});

test.describe("nobody is signed in", () => {
  test.use({ person: null });

  test("no name that a request gives the server, and no address in a link, leads anywhere else", async ({
    page,
    values,
  }) => {
    for (const name of ["host", "x-forwarded-host"]) {
      const headers = { [name]: "evil.test" };
      const answer = await page.request.get("/overview", { headers, maxRedirects: 0 });
      expect(answer.headers()["location"] ?? "").not.toContain("evil");
      expect(await answer.text()).not.toContain("evil.test");
    }
    const elsewhere = encodeURIComponent("https://evil.test/");
    await page.goto(`/sign-in?callbackURL=${elsewhere}&next=${elsewhere}&redirect=${elsewhere}`);
    await page.getByLabel("E-mail").fill("ada@curfew.test");
    await page
      .getByLabel("Password")
      .fill(values.people.find(({ email }) => email === "ada@curfew.test")?.password ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/overview");
  });
});

const wasHit = (page: Page): Promise<boolean> => page.evaluate(() => "wasHit" in window);
