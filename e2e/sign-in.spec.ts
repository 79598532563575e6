import { expect, INSTRUCTOR, MINA, passwordOf, test } from "./fixtures";

test.describe("nobody is signed in", () => {
  test.use({ person: null });

  test("every page asks to sign in, and shows nothing", async ({ page }) => {
    for (const path of ["/", "/overview", "/sessions", "/reaper", "/people", "/me", "/account"]) {
      await page.goto(path);
      await expect(page).toHaveURL(path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
    }
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    expect((await page.request.get("/api/sessions")).status()).toBe(401);
  });

  test("a link that somebody sent leads, by way of the sign-in, to what its sender saw", async ({
    page,
    values,
  }) => {
    await page.goto("/sessions?scope=all&sort=-started");
    await page.getByLabel("E-mail").fill("ada@curfew.test");
    await page.getByLabel("Password").fill(passwordOf(values, "ada@curfew.test"));
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/sessions?scope=all&sort=-started");

    // Signed in already, and another site behind a link of ours.
    await page.goto("/sign-in?next=//evil.test/");
    await expect(page).toHaveURL("/overview");
  });

  test("a wrong password is refused in words, the right one leads in, and out again", async ({
    page,
    values,
  }) => {
    await page.goto("/sign-in");
    await page.getByLabel("E-mail").fill("ada@curfew.test");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("E-mail or password is wrong.")).toBeVisible();

    await page.getByLabel("Password").fill(passwordOf(values, "ada@curfew.test"));
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/overview");
    await page.getByRole("link", { name: "People" }).click();
    await expect(page.getByRole("cell", { name: MINA })).toBeVisible();

    await page.getByRole("button", { name: "Account of Ada Lindqvist" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/sign-in");
    expect((await page.request.get("/api/people")).status()).toBe(401);

    await page.goBack();
    await expect(page).toHaveURL("/sign-in?next=%2Fpeople");
    await expect(page.getByText(MINA)).toHaveCount(0);
  });
});

test.describe("a student", () => {
  test.use({ person: MINA });

  test("is led to the own page, and gets no page or list of the staff", async ({ page }) => {
    for (const path of [
      "/",
      "/overview",
      "/sessions",
      "/labs",
      "/courses",
      "/people",
      "/capacity",
      "/reaper",
      "/audit",
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL("/me");
    }
    await expect(page.getByRole("navigation")).toHaveCount(0);
    for (const path of ["/api/people", "/api/reaper", "/api/audit", "/api/overview", "/api/capacity"]) {
      expect((await page.request.get(path)).status(), path).toBe(403);
    }
  });

  test("does not learn that another student's session exists", async ({ page, openSession }) => {
    const id = await openSession("ubuntu", "tomas@curfew.test");
    expect((await page.request.get(`/api/sessions/${id}`)).status()).toBe(404);
    expect((await page.request.get("/api/sessions/aaaaaaaaaa")).status()).toBe(404);
  });
});

test.describe("an instructor", () => {
  test.use({ person: INSTRUCTOR });

  test("sees the reaper and cannot make it act", async ({ page }) => {
    await page.goto("/");
    await expect(page).toHaveURL("/overview");
    await page.goto("/reaper");
    await expect(page.getByRole("region", { name: "Last passes" }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Reap now" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Switch on" })).toHaveCount(0);
  });
});

test("a page that does not exist says so", async ({ page }) => {
  const answer = await page.goto("/nothing-here");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
});
