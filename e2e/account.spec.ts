import type { Browser, Page } from "@playwright/test";
import { addByCommandLine } from "./command-line";
import { expect, signInByForm, test } from "./fixtures";

test.use({ person: null });

/** The same person at another computer. */
async function elsewhere(browser: Browser, email: string, password: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInByForm(page, email, password);
  await expect(page).toHaveURL("/me");
  return page;
}

test("one's own password is changed by who knows the old one, and ends the other sign-ins", async ({
  page,
  browser,
  values,
}) => {
  const email = "wren@curfew.test";
  const old = await addByCommandLine(values.envFile, email, "Wren");
  const other = await elsewhere(browser, email, old);
  await signInByForm(page, email, old);
  await expect(page).toHaveURL("/me");
  await page.goto("/account");
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("a longer password");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Wrong", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true");
  expect((await other.request.get("/api/me")).status()).toBe(200);

  await page.getByLabel("Current password").fill(old);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("The password is changed, and your other sign-ins have ended")).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");
  expect((await other.request.get("/api/me")).status()).toBe(401);
  await other.goto("/account");
  await expect(other).toHaveURL("/sign-in?next=%2Faccount");
  expect((await page.request.get("/api/me")).status()).toBe(200);

  await signInByForm(other, email, old);
  await expect(other.getByText("E-mail or password is wrong.")).toBeVisible();
  await signInByForm(other, email, "a longer password");
  await expect(other).toHaveURL("/me");
  await other.context().close();
});

test("signing out everywhere ends this sign-in and the others", async ({ page, browser, values }) => {
  const email = "ida@curfew.test";
  const password = await addByCommandLine(values.envFile, email, "Ida");
  const other = await elsewhere(browser, email, password);
  await signInByForm(page, email, password);
  await expect(page).toHaveURL("/me");
  await page.goto("/account");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL("/sign-in");
  expect((await other.request.get("/api/me")).status()).toBe(401);
  await other.context().close();
});

test("whom an admin signs out is sent to sign in by the next thing that their page asks", async ({
  browser,
  pageOf,
  values,
}) => {
  const email = "olaf@curfew.test";
  const password = await addByCommandLine(values.envFile, email, "Olaf");
  const theirs = await elsewhere(browser, email, password);
  const admin = await pageOf("ada@curfew.test");
  await admin.goto("/people");
  await admin.getByRole("button", { name: "Actions for Olaf" }).click();
  await admin.getByRole("menuitem", { name: "Sign out everywhere" }).click();
  await admin.getByRole("dialog").getByRole("button").last().click();
  // Nothing is clicked here: the page asks by itself.
  await expect(theirs).toHaveURL("/sign-in?next=%2Fme", { timeout: 30_000 });
  await theirs.context().close();
});
