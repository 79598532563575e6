import { ADMIN, expect, MINA, test } from "./fixtures";

test.use({ person: MINA, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test("a student starts a lab on a phone, gets the command, watches the time, extends it, and gives it back", async ({
  page,
  reap,
  rows,
}) => {
  await page.goto("/me");
  await page.getByRole("button", { name: "Start Ubuntu with root" }).tap();
  await expect(page.getByRole("heading", { name: "Your lab is being made" })).toBeVisible();
  await expect(page.getByText("Shown once, here and now")).toBeVisible();
  await page.getByRole("link", { name: "Store an SSH key" }).first().tap();
  await expect(page).toHaveURL("/account");
  await page.goBack();
  await expect(page.getByText("Shown once, here and now")).toBeVisible();
  // The page looks for itself: the command is there before a pass has stored that the machine runs.
  await expect(page.getByText(/^ssh student@[\d.]+ -p 22$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy the command" })).toBeVisible();

  const timer = page.getByRole("timer");
  await expect(timer).toHaveText(/^5\d:\d\d$/);
  await expect(page).toHaveTitle(/^5\d:\d\d · starting Ubuntu with root$/);
  const before = await timer.textContent();
  await expect(timer).not.toHaveText(before ?? "");

  const id = await rows.liveIdOf(MINA);
  expect(await rows.statusOf(id)).toBe("provisioning");
  await reap();
  await expect(page.getByText("running", { exact: true }).first()).toBeVisible();
  await expect(page).toHaveTitle(/^5\d:\d\d · Ubuntu with root$/);
  await rows.leave(id, 280);
  await page.reload();
  await expect(page.getByText("Less than 5 minutes left.")).toBeVisible();
  await expect(page.getByText(/It can be extended until it ends at .*, to .* at the latest/)).toBeVisible();
  await page.getByRole("button", { name: /^Extend to / }).tap();
  await expect(timer).toHaveText(/^(59|60):\d\d$|^1:00:00$/);
  await expect(page.getByText("Less than 5 minutes left.")).toHaveCount(0);
  await page.reload();
  await expect(timer).toHaveText(/^5\d:\d\d$/);

  await page.getByRole("button", { name: "Give back" }).tap();
  const dialog = page.getByRole("dialog", { name: "Give Ubuntu with root back?" });
  await dialog.getByRole("button", { name: "Delete and give back" }).tap();
  await expect(page.getByText("You gave the lab back.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start Ubuntu with root" })).toBeEnabled();
  await expect(page).toHaveTitle(/^My lab/);
});

test("at the maximum the page says that it cannot be extended, and afterwards why it ended", async ({
  page,
  openSession,
  reap,
  rows,
}) => {
  const id = await openSession("ubuntu", MINA);
  await rows.leave(id, 50);
  await rows.reachMaximum(id);
  await page.goto("/me");
  await expect(page.getByText("Less than 1 minute left.")).toBeVisible();
  await expect(page.getByText("It cannot be extended any further: save your work elsewhere.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Extend", exact: true })).toBeDisabled();
  await rows.leave(id, 0);
  await reap();
  await expect(page.getByText("Its time was up, and its machines were reclaimed.")).toBeVisible();
});

test("an end by staff reaches the open page of the student, with its true reason", async ({
  page,
  pageOf,
  openSession,
}) => {
  const id = await openSession("shell", MINA);
  await page.goto("/me");
  await expect(page.getByRole("timer")).toBeVisible();
  const staff = await pageOf(ADMIN);
  await staff.goto(`/sessions/${id}`);
  await staff.getByRole("button", { name: "End", exact: true }).click();
  await staff.getByRole("button", { name: "End 1 session" }).click();
  await expect(page.getByText("Ended by Ada Lindqvist.")).toBeVisible();
});

test("a machine powered off from inside is said to be stopped, and can be started", async ({
  page,
  openSession,
  reap,
  simulator,
}) => {
  const id = await openSession("ubuntu", MINA);
  await simulator.powerOff(`lab-${id}-1`);
  await reap();
  await page.goto("/me");
  await expect(page.getByText("The machine was powered off", { exact: true })).toBeVisible();
  await expect(page.getByText("Its disk starts afresh: what you had changed on it is lost.")).toBeVisible();
  await page.getByRole("button", { name: "Start the machine" }).tap();
  await expect(page.getByText("The machine was powered off", { exact: true })).toHaveCount(0);
});
