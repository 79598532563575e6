import { expect, JUN, test, TOMAS } from "./fixtures";

test.afterEach(({ rows }) => rows.removeLab("kernel"));

test("an admin makes a lab, opens a session of it, extends it, ends it, and sees what was deleted", async ({
  page,
  reap,
  rows,
}) => {
  await page.goto("/labs");
  await page.getByRole("button", { name: "New lab" }).click();
  const form = page.getByRole("dialog", { name: "New lab" });
  await form.getByLabel("Course", { exact: true }).selectOption({ label: "Systems administration" });
  await form.getByLabel("Name", { exact: true }).fill("Kernel building");
  await form.getByLabel("Short name").fill("kernel");
  await form.getByLabel("Image").fill("docker.io/library/anything:1");
  await form.getByLabel("Machines").fill("2");
  await form.getByLabel("Session (min)").fill("45");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/Must begin with one of: quay\.io/)).toBeVisible();

  await form.getByLabel("Image").fill("quay.io/containerdisks/fedora:41");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  const lab = page.getByRole("row", { name: /Kernel building/ });
  await expect(lab).toContainText("quay.io/containerdisks/fedora:41");
  await expect(lab).toContainText("Systems administration");

  await page.goto("/sessions");
  await page.getByRole("button", { name: "Open a session" }).first().click();
  const opening = page.getByRole("dialog", { name: "Open a session for a student" });
  await opening.getByLabel("Student").selectOption({ label: `Tomás Vidal (${TOMAS})` });
  await opening.getByLabel("Lab", { exact: true }).selectOption({ label: "Kernel building" });
  await opening.getByRole("button", { name: "Open the session" }).click();
  const opened = page.getByRole("dialog", { name: "The session is open" });
  await expect(opened).toContainText("one-time password");
  await opened.getByRole("link", { name: "Go to the session" }).click();

  const id = await rows.liveIdOf(TOMAS);
  await expect(page.getByRole("heading", { name: `Session ${id}` })).toBeVisible();
  const owner = page.getByRole("region", { name: "Owner" });
  await expect(owner).toContainText("Tomás Vidal");
  await expect(owner).toContainText("Kernel building");
  await expect(owner.getByText("starting")).toBeVisible();
  // What the minute tick does, until the machines run; the page follows by itself.
  await expect.poll(() => reap().then(() => rows.statusOf(id))).toBe("running");
  await expect(owner.getByText("running", { exact: true })).toBeVisible();

  const machines = page.getByRole("region", { name: "Machines" }).first();
  await expect(machines.getByRole("row", { name: new RegExp(`lab-${id}-\\d`) })).toHaveCount(2);
  await expect(machines.getByText("running")).toHaveCount(2);
  const login = page.getByRole("region", { name: "Log in" });
  await expect(login.getByText(/^ssh student@\d+\.\d+\.\d+\.\d+ -p 22$/)).toHaveCount(2);
  const times = page.getByRole("region", { name: "Times" });
  await expect(times.getByRole("timer")).toHaveText(/^4[345]:\d\d$/);

  await rows.leave(id, 1200);
  await expect(times.getByRole("timer")).toHaveText(/^(19|20):\d\d$/);
  await page.getByRole("button", { name: "Extend" }).click();
  const extending = page.getByRole("dialog", { name: "Extend 1 session?" });
  await extending.getByRole("button", { name: "Extend 1 session" }).click();
  await expect(extending).toBeHidden();
  await expect(times.getByRole("timer")).toHaveText(/^4[45]:\d\d$/);

  await page.getByRole("button", { name: "End", exact: true }).click();
  const ending = page.getByRole("dialog", { name: "End 1 session?" });
  await expect(ending).toContainText("2 machines and everything on them");
  await ending.getByRole("button", { name: "End 1 session" }).click();
  await expect(ending).toBeHidden();

  await expect(page.getByText("Why it ended: ended by staff")).toBeVisible();
  await expect(page.getByText("Ended by Ada Lindqvist.")).toBeVisible();
  const deleted = page.getByRole("region", { name: "What was deleted" });
  await expect(deleted).toContainText(/Deletion accepted \w+ \d+, \d{4}/);
  await expect(deleted).toContainText(/machines gone \w+ \d+, \d{4}/);
  for (const name of [`lab-${id}-1`, `lab-${id}-2`, `lab-${id}-1-init`]) {
    await expect(deleted.getByRole("cell", { name, exact: true })).toBeVisible();
  }
  const events = page.getByRole("region", { name: "Events" });
  for (const text of [
    "Opened",
    "All machines run",
    "Extended to",
    "The cluster accepted every deletion",
    "Ended",
  ]) {
    await expect(events.getByText(text).first()).toBeVisible();
  }

  await page.goto("/labs");
  await page.getByRole("button", { name: "Delete Kernel building" }).click();
  const removing = page.getByRole("dialog", { name: "Delete Kernel building?" });
  await removing.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("row", { name: /Kernel building/ })).toHaveCount(0);
});

test("several sessions are found, selected and ended at once, each told for itself", async ({
  page,
  openSession,
}) => {
  const first = await openSession("ubuntu", TOMAS);
  const second = await openSession("shell", JUN);
  await page.goto("/sessions");
  const table = page.getByRole("region", { name: "Sessions" });
  await expect(table.getByRole("row", { name: new RegExp(`${first}|${second}`) })).toHaveCount(2);

  await page.getByLabel("Search students, labs, machines").fill("Jun");
  await expect(table.getByRole("row", { name: new RegExp(first) })).toHaveCount(0);
  await expect(page).toHaveURL(/q=Jun/);
  await page.reload();
  await expect(table.getByRole("row", { name: new RegExp(second) })).toBeVisible();
  await page.getByLabel("Search students, labs, machines").fill("");
  await expect(table.getByRole("row", { name: new RegExp(`${first}|${second}`) })).toHaveCount(2);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^curfew-sessions-.*\.csv$/);

  await table.getByLabel("Select all rows of this page").check();
  await page.getByRole("button", { name: "End", exact: true }).click();
  const ending = page.getByRole("dialog", { name: "End 2 sessions?" });
  await expect(ending.getByRole("listitem")).toHaveCount(2);
  await ending.getByRole("button", { name: "End 2 sessions" }).click();
  await expect(page.getByText("2 sessions ended")).toBeVisible();
  await expect(page.getByText("No session is open")).toBeVisible();
  await page.getByLabel("Show").selectOption("over");
  await expect(table.getByRole("row", { name: new RegExp(`${first}|${second}`) })).toHaveCount(2);
});

test("a search that cannot be answered can be changed", async ({ page, openSession }) => {
  const id = await openSession("ubuntu", TOMAS);
  await page.goto("/sessions");
  const row = page.getByRole("row", { name: new RegExp(id) });
  await expect(row).toBeInViewport();
  await page.route("**/api/sessions?*q=*", (route) => route.fulfill({ status: 500, body: "<h1>Proxy</h1>" }));
  const search = page.getByLabel("Search students, labs, machines");
  await search.fill("Jun");
  await expect(page.getByText("This could not be loaded")).toBeVisible();
  await expect(search).toBeFocused();
  await search.fill("");
  await expect(row).toBeVisible();
});
