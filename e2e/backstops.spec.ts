import { expect, JUN, LEA, test, TOMAS } from "./fixtures";

test("a session's page says until when its deadline Job is armed, and what no longer is", async ({
  page,
  openSession,
  simulator,
}) => {
  const id = await openSession("ubuntu", TOMAS);
  await page.goto(`/sessions/${id}`);
  const panel = page.getByRole("region", { name: "If Curfew died" });
  await expect(panel.getByText(new RegExp(`lab-${id}-1 ends by itself at .* at the latest`))).toBeVisible();
  await expect(panel.getByRole("row", { name: /Deadline Job armed Until/ })).toBeVisible();
  await expect(panel.getByRole("row", { name: /Kyverno not in use Not installed/ })).toBeVisible();

  await simulator.suspendJob(`lab-${id}`);
  await page.reload();
  await expect(panel.getByText(`Nothing that is known would end lab-${id}-1`)).toBeVisible();
  await expect(panel.getByRole("row", { name: /Deadline Job broken It is suspended/ })).toBeVisible();
  await page.goto("/doctor");
  const toDo = page.getByRole("region", { name: "To look at" });
  await expect(toDo.getByRole("row", { name: new RegExp(`failed .*does not end it: ${id}`) })).toBeVisible();
  await expect(toDo.getByText("each says what is wrong with its Job")).toBeVisible();
});

test("a lab pod has a deadline of its own besides", async ({ page, openSession }) => {
  const id = await openSession("shell", LEA);
  await page.goto(`/sessions/${id}`);
  const panel = page.getByRole("region", { name: "If Curfew died" });
  await expect(panel.getByRole("row", { name: /Pod deadline armed Until/ })).toBeVisible();
});

test("what could not be read is unmeasured, and an answer that does not come can be asked for again", async ({
  page,
  openSession,
  simulator,
}) => {
  const id = await openSession("ubuntu", JUN);
  await simulator.fault({ match: { path: `/jobs/lab-${id}` }, act: { status: 500 } });
  await page.goto(`/sessions/${id}`);
  const panel = page.getByRole("region", { name: "If Curfew died" });
  await expect(panel.getByRole("row", { name: /Deadline Job unmeasured/ })).toBeVisible();
  await expect(panel.getByText(/Nothing that is known/)).toHaveCount(0);

  await simulator.clearFaults();
  await page.route("**/backstops", (route) => route.abort());
  await page.reload();
  await expect(panel.getByRole("alert")).toBeVisible();
  await page.unroute("**/backstops");
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("row", { name: /Deadline Job armed/ })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("nothing of it lies beside the screen", async ({ page, openSession }) => {
    const id = await openSession("ubuntu", TOMAS);
    for (const path of [`/sessions/${id}`, "/doctor"]) {
      await page.goto(path);
      await expect(page.getByText(/ends by itself|in order/).first()).toBeVisible();
      const tables = page
        .getByRole("region", { name: /If Curfew died|In order|To look at/ })
        .getByRole("group");
      for (const table of await tables.all())
        expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth), path).toBeLessThanOrEqual(0);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        path,
      ).toBeLessThanOrEqual(0);
    }
  });
});
