import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures";
import { SecondApp } from "./second-app";

const PASSWORD = "a password of twelve";

test.describe("a database without people", () => {
  test.use({ person: null });

  test("its first admin is made by the token in the log, once", async ({ page, values }) => {
    test.slow();
    const app = await SecondApp.start(values, "first_admin", {
      // Nothing listens there: the provider is down.
      CURFEW_OIDC_ISSUER: "http://127.0.0.1:9/realms/labs",
      CURFEW_OIDC_CLIENT_ID: "curfew",
      CURFEW_OIDC_NAME: "Example University",
    });
    try {
      const token = await app.waitForLog(/one-time token ([\w-]+)/);
      await page.goto(`${app.url}/sign-in`);
      await page.getByRole("button", { name: "Sign in with Example University" }).click();
      await expect(page.getByText("Example University does not answer.")).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

      await page.getByRole("link", { name: "make the first admin" }).click();
      await expect(page.getByRole("heading", { name: "The first admin" })).toBeVisible();
      await page.getByLabel("One-time token").fill("not-the-token");
      await page.getByLabel("Name").fill("Grace");
      await page.getByLabel("E-mail").fill("grace@curfew.test");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Make the account" }).click();
      await expect(page.getByText("Wrong", { exact: true })).toBeVisible();
      await expect(page.getByLabel("E-mail")).toHaveValue("grace@curfew.test");
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

      await page.getByLabel("One-time token").fill(` ${token} `);
      await page.getByRole("button", { name: "Make the account" }).click();
      await expect(page).toHaveURL(`${app.url}/sign-in`);
      await page.getByLabel("E-mail").fill("grace@curfew.test");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page).toHaveURL(`${app.url}/overview`);

      await page.goto(`${app.url}/setup`);
      await expect(page).toHaveURL(`${app.url}/overview`);
    } finally {
      await app.stop();
    }
  });
});
