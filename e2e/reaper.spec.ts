import type { Page } from "@playwright/test";
import { expect, JUN, LEA, MINA, test, TOMAS } from "./fixtures";
import type { LabRows } from "./lab-rows";
import type { Simulator } from "./simulator";

test("a pass is previewed, then run; the session whose deletion fails stays, is shown, and is retried", async ({
  page,
  openSession,
  rows,
  simulator,
}) => {
  test.slow();
  const refused = await openSession("ubuntu", TOMAS);
  const pod = await openSession("shell", LEA);
  const group = await openSession("web-and-db", JUN);
  for (const id of [refused, pod, group]) await rows.leave(id, 0);
  const act = { status: 500, message: "etcdserver: request timed out" };
  await simulator.fault({ match: { method: "DELETE", namePattern: `^lab-${refused}` }, act });

  await page.goto("/reaper");
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "What a pass would do now" });
  for (const id of [refused, pod, group]) {
    await expect(
      preview.getByRole("row", { name: new RegExp(`expired ${id} end: its time is up`) }),
    ).toBeVisible();
  }
  await preview.getByRole("button", { name: "Close" }).last().click();
  expect(await rows.statusOf(pod)).toBe("running");

  await page.getByRole("button", { name: "Reap now" }).click();
  await expect(page.getByText(/Pass \d+: partial\. 2 done, 1 failed\./)).toBeVisible();
  expect(await rows.statusOf(pod)).toBe("expired");
  expect(await rows.statusOf(group)).toBe("expired");
  expect(await rows.statusOf(refused)).toBe("ending");
  const failing = page.getByRole("region", { name: "Sessions that fail to end (1)" });
  const line = failing.getByRole("row", { name: new RegExp(refused) });
  await expect(line).toContainText("Tomás Vidal");
  await expect(line).toContainText("status 500");
  await expect(line.getByRole("cell", { name: "1", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Reap now" }).click();
  await expect(line.getByRole("cell", { name: "2", exact: true })).toBeVisible();

  await simulator.clearFaults();
  await page.getByRole("button", { name: "Reap now" }).click();
  await expect(page.getByText("No session fails to end.")).toBeVisible();
  expect(await rows.statusOf(refused)).toBe("expired");
  expect(await simulator.hasMachine(`lab-${refused}-1`)).toBe(false);
});

test("too many orphans are held until an admin has confirmed each; only those are deleted", async ({
  page,
  rows,
  reap,
  simulator,
}) => {
  const names = await seedOrphans(rows, simulator, 4);
  await reap();
  await page.goto("/reaper");
  const held = page.getByRole("region", { name: "Held by the brake: orphan" }).first();
  await expect(held).toContainText("4 found, 3 allowed in an hour");
  for (const name of names) expect(await simulator.hasMachine(name)).toBe(true);

  for (const name of names.slice(0, 2)) await held.getByLabel(new RegExp(name)).check();
  await held.getByRole("button", { name: "Confirm 2 acts" }).click();
  const dialog = page.getByRole("dialog", { name: "Let the next pass act on 2 items?" });
  await expect(dialog).toContainText("These machines will be deleted with everything on them.");
  await dialog.getByRole("button", { name: "Confirm 2 acts" }).click();
  await expect(page.getByText("Confirmed for 15 minutes")).toBeVisible();
  // An act that is confirmed is not counted, so the two that are left are no more than the brake allows.
  const pass = await reap();
  expect(pass.directions.orphan).toMatchObject({ done: 4, failed: 0 });
  await expect(held).toHaveCount(0);
});

test("a foreign machine is never touched by a pass, and deleted only by its typed name", async ({
  page,
  reap,
  simulator,
}) => {
  await simulator.seedMachine("somebody-elses-vm", { app: "billing" });
  await reap();
  expect(await simulator.hasMachine("somebody-elses-vm")).toBe(true);
  await page.goto("/reaper");
  const foreign = page.getByRole("region", { name: "Foreign machines (1)" });
  await expect(foreign.getByRole("row", { name: /somebody-elses-vm/ })).toContainText("no label");
  await foreign.getByRole("button", { name: "Delete" }).click();

  const dialog = page.getByRole("dialog", { name: "Delete somebody-elses-vm?" });
  const confirm = dialog.getByRole("button", { name: "Delete" });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("somebody-elses-v");
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("somebody-elses-vm");
  await confirm.click();
  await expect(page.getByText("somebody-elses-vm is being deleted")).toBeVisible();
  await expect.poll(() => simulator.hasMachine("somebody-elses-vm")).toBe(false);
});

test("a switch is red on every page, stops what it says, and is turned off again", async ({
  page,
  pageOf,
  openSession,
  reap,
  rows,
}) => {
  test.slow();
  const id = await openSession("ubuntu", TOMAS);
  await turnOn(page, "No new sessions", "Maintenance until noon");
  await turnOn(page, "Stop reaping", "Looking into a node");
  for (const path of ["/overview", "/labs", "/me"]) {
    await page.goto(path);
    const bar = page.getByRole("banner");
    await expect(bar.getByText("No new sessions")).toBeVisible();
    await expect(bar.getByText("Reaping is off")).toBeVisible();
  }
  const student = await pageOf(MINA);
  await student.goto("/me");
  await expect(student.getByText("Maintenance until noon")).toBeVisible();
  await expect(student.getByRole("button", { name: "Start Ubuntu with root" })).toBeDisabled();

  await rows.leave(id, 0);
  await reap();
  expect(await rows.statusOf(id)).toBe("running");
  await page.goto("/reaper");
  await page
    .getByRole("listitem")
    .filter({ hasText: "Stop reaping" })
    .getByRole("button", { name: "Switch off" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Switch off: Stop reaping?" });
  await dialog.getByRole("button", { name: "Switch off" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("banner").getByText("Reaping is off")).toHaveCount(0);
  await reap();
  expect(await rows.statusOf(id)).toBe("expired");
});

async function turnOn(page: Page, name: string, message: string): Promise<void> {
  await page.goto("/reaper");
  await page
    .getByRole("listitem")
    .filter({ hasText: name })
    .getByRole("button", { name: "Switch on" })
    .click();
  const dialog = page.getByRole("dialog", { name: `Switch on: ${name}?` });
  await dialog.getByRole("textbox").fill(message);
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await expect(dialog).toBeHidden();
}

async function seedOrphans(rows: LabRows, simulator: Simulator, count: number): Promise<string[]> {
  const installation = await rows.installationId();
  const ids = Array.from({ length: count }, (_, index) => `orphan000${index}`);
  for (const id of ids) {
    await simulator.seedMachine(`lab-${id}-1`, {
      "app.kubernetes.io/managed-by": "curfew",
      "curfew.dev/environment": "dev",
      "curfew.dev/installation": installation,
      "curfew.dev/session": id,
    });
  }
  return ids.map((id) => `lab-${id}-1`);
}
