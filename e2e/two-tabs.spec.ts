import type { Page } from "@playwright/test";
import { ADMIN, expect, MINA, passwordOf, signInByForm, test } from "./fixtures";

test.use({ person: null });

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await signInByForm(page, email, password);
  await expect(page).not.toHaveURL(/sign-in/);
}

test("a sign-in that ends under a form takes nothing of what was typed", async ({ page, values }) => {
  const password = passwordOf(values, ADMIN);
  await signIn(page, ADMIN, password);
  await page.goto("/labs");
  await page.getByRole("button", { name: "New lab" }).click();
  const form = page.getByRole("dialog", { name: "New lab" });
  await form.getByLabel("Name", { exact: true }).fill("Half typed");
  await page.context().clearCookies();
  const ended = page.getByRole("dialog", { name: "Your sign-in has ended" });
  await expect(ended).toBeVisible({ timeout: 60_000 });

  const opening = page.context().waitForEvent("page");
  await ended.getByRole("link", { name: "Sign in in a new tab" }).click();
  await signIn(await opening, ADMIN, password);
  await expect(ended).toBeHidden({ timeout: 60_000 });
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("Half typed");
});

test("signing out in one tab leaves nothing on the others", async ({ page, values }) => {
  await signIn(page, ADMIN, passwordOf(values, ADMIN));
  const other = await page.context().newPage();
  await other.goto("/people");
  await expect(other.getByRole("cell", { name: MINA })).toBeVisible();
  await page.getByRole("button", { name: "Account of Ada Lindqvist" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(other).toHaveURL("/sign-in");
  await expect(other.getByText(MINA)).toHaveCount(0);
});

test("a tab of one person does not show what is another's, who signed in beside it", async ({
  page,
  values,
}) => {
  await signIn(page, ADMIN, passwordOf(values, ADMIN));
  await page.goto("/sessions");
  const data = { email: MINA, password: passwordOf(values, MINA) };
  const answer = await page.request.post("/api/auth/sign-in/email", {
    data,
    headers: { origin: values.url },
  });
  expect(answer.ok()).toBe(true);
  await expect(page).toHaveURL("/me", { timeout: 60_000 });
  await expect(page.getByRole("button", { name: /^Account of / })).not.toHaveAccessibleName(/Ada/);
});
