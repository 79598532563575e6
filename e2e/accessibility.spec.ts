import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, JUN, LEA, MINA, test, TOMAS } from "./fixtures";

const STAFF_PAGES = [
  "/overview",
  "/sessions",
  "/labs",
  "/courses",
  "/people",
  "/capacity",
  "/contention",
  "/reaper",
  "/audit",
  "/doctor",
  "/account",
  "/me",
];
const LOOKS = [
  { theme: "light", locale: "en", width: 1440, height: 900 },
  { theme: "dark", locale: "ko", width: 1440, height: 900 },
  { theme: "light", locale: "ko", width: 390, height: 844 },
  { theme: "dark", locale: "en", width: 390, height: 844 },
] as const;

for (const look of LOOKS) {
  test.describe(`${look.theme}, ${look.locale}, ${look.width} px`, () => {
    test.use({ viewport: { width: look.width, height: look.height } });
    test.beforeEach(async ({ context, values }) => {
      await context.addCookies([
        { name: "curfew-theme", value: look.theme, url: values.url },
        { name: "curfew-locale", value: look.locale, url: values.url },
      ]);
    });

    test("pages of the staff have no violation and no sideways scrolling", async ({
      page,
      openSession,
      reap,
      simulator,
    }) => {
      test.slow();
      const id = await openSession("ubuntu", TOMAS);
      await simulator.seedMachine("somebody-elses-vm", { app: "billing" });
      await reap();
      const problems: string[] = [];
      for (const path of [...STAFF_PAGES, `/sessions/${id}`]) {
        await page.goto(path);
        await settled(page);
        await expect(page.locator("html")).toHaveAttribute("lang", look.locale);
        problems.push(...(await problemsOf(page, path)));
      }
      expect(problems).toEqual([]);
    });

    test.describe("a student", () => {
      test.use({ person: MINA });
      test("finds no violation with a lab, without one, and afterwards", async ({
        page,
        openSession,
        reap,
        rows,
      }) => {
        await page.goto("/me");
        await settled(page);
        const problems = await problemsOf(page, "/me without a lab");
        const id = await openSession("ubuntu", MINA);
        await rows.leave(id, 50);
        await page.goto("/me");
        await expect(page.getByRole("timer")).toHaveText(/^00:\d\d$/);
        problems.push(...(await problemsOf(page, "/me in the last minute")));
        await rows.leave(id, 0);
        await reap();
        await page.goto("/account");
        await settled(page);
        problems.push(...(await problemsOf(page, "/account")));
        expect(problems).toEqual([]);
      });
    });

    test.describe("nobody is signed in", () => {
      test.use({ person: null });
      test("the first pages have no violation", async ({ page }) => {
        await page.goto("/sign-in");
        const problems = await problemsOf(page, "/sign-in");
        await page.goto("/nothing-here");
        problems.push(...(await problemsOf(page, "/nothing-here")));
        expect(problems).toEqual([]);
      });
    });
  });
}

test("dialogs, menus and red states have no violation either", async ({
  page,
  openSession,
  reap,
  rows,
  simulator,
}) => {
  test.slow();
  const id = await openSession("ubuntu", JUN);
  await rows.leave(id, 0);
  await simulator.fault({ match: { method: "DELETE", namePattern: `^lab-${id}` }, act: { status: 403 } });
  await reap();
  const problems: string[] = [];
  await page.goto("/reaper");
  await expect(page.getByText("Sessions that fail to end (1)")).toBeVisible();
  problems.push(...(await problemsOf(page, "reaper with a failing session")));
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("dialog").getByText("delete again")).toBeVisible();
  problems.push(...(await problemsOf(page, "preview")));
  await page.goto("/labs");
  await page.getByRole("button", { name: "New lab" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  problems.push(...(await problemsOf(page, "lab form")));
  await page.goto("/sessions");
  await page.getByRole("button", { name: "Open a session" }).first().click();
  problems.push(...(await problemsOf(page, "open a session")));
  await page.goto(`/sessions/${id}`);
  await settled(page);
  problems.push(...(await problemsOf(page, "session that fails to end")));
  await page.getByRole("button", { name: "Account of Ada Lindqvist" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  problems.push(...(await problemsOf(page, "account menu")));
  expect(problems).toEqual([]);
});

test("the whole way from the list to ending a session works by keyboard", async ({ page, openSession }) => {
  const id = await openSession("shell", LEA);
  await page.goto("/sessions");
  const link = page.getByRole("link", { name: "Léa Martin" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Session ${id}` })).toBeVisible();
  const end = page.getByRole("button", { name: "End", exact: true });
  await end.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "End 1 session?" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(end).toBeFocused();
});

/** Everything has been loaded that the page asks for when it opens. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".animate-pulse")).toHaveCount(0);
}

async function problemsOf(page: Page, where: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const problems = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${where}: ${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 200) ?? ""}`,
    ),
  );
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return wider > 0 ? [...problems, `${where}: ${wider} px too wide`] : problems;
}
