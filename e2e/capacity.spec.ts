import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, INSTRUCTOR, JUN, LEA, MINA, test, TOMAS } from "./fixtures";

const VMS = "count/virtualmachines.kubevirt.io";

test("the page tells what is used, what is left, and what stops the next one, in light and in dark", async ({
  page,
  openSession,
  reap,
  context,
  values,
}) => {
  test.slow();
  await openSession("ubuntu", TOMAS);
  await reap();
  await page.goto("/capacity");
  const room = page.getByRole("region", { name: "What the next student gets" });
  await expect(room).toContainText("7 more of Ubuntu with root: what stops the next is the app’s cap.");
  await expect(room).toContainText(
    /Without it, the quota on VMs \(lab-machines\) would (allow \d+|stop it just as well)\./,
  );
  // 2 GiB of guest, and what KubeVirt takes for itself.
  await expect(room.getByRole("row", { name: /Ubuntu with root/ })).toContainText(/2 GiB2\.\d GiB/);

  const bounds = page.getByRole("region", { name: "Bounds" });
  const bound = (name: RegExp) => bounds.getByRole("listitem").filter({ hasText: name });
  await expect(bound(/app’s cap/)).toContainText("1 of 8 (12%)");
  await expect(bound(/requests\.memory \(lab-machines in curfew-vms\)/)).toContainText(
    /Requested memory.*2\.\d GiB of 48 GiB \(\d%\)/,
  );
  await expect(bound(/count\/virtualmachines/).getByRole("img")).toHaveAccessibleName(/: 1 of 8 \(12%\)/);

  const nodes = page.getByRole("region", { name: "Nodes", exact: true });
  await expect(nodes).toContainText("5 nodes, all of them well");
  await expect(nodes.getByRole("listitem")).toHaveCount(5);
  await expect(nodes.getByRole("listitem").filter({ hasText: "Killed first" })).toContainText(
    /GiB of 31 GiB free by request.*really used.*1 machine, .* vCPUs sold per core.*\(a VM, Burstable\)/,
  );

  const history = page.getByRole("region", { name: "History" });
  await expect(history).toContainText("times in Europe/Berlin");
  await expect(history.getByRole("figure")).toHaveCount(2);
  await expect(history.getByRole("img", { name: /^Last 24 hours: .*from 0 to the cap of 8/ })).toBeVisible();
  await expect(history.getByText(/^peak \d$/).first()).toBeVisible();
  await expect(history.getByRole("figure").first()).toContainText(/Peak: \d of 8 seats, \d\d:\d\d\./);

  const volumes = page.getByRole("region", { name: "Golden volumes" });
  await expect(volumes.getByRole("row", { name: /golden-ubuntu-24-04/ })).toContainText("10 GiB");

  const problems: unknown[] = [];
  for (const theme of ["light", "dark"]) {
    await context.addCookies([{ name: "curfew-theme", value: theme, url: values.url }]);
    await page.reload();
    await expect(history.getByRole("figure")).toHaveCount(2);
    problems.push(...(await new AxeBuilder({ page }).analyze()).violations);
  }
  expect(problems).toEqual([]);
});

test("what if shows now beside then, and changes nothing", async ({ page }) => {
  await page.goto("/capacity");
  const whatIf = page.getByRole("region", { name: "What if", exact: true });
  const lab = whatIf.getByRole("row", { name: /Ubuntu with root/ });
  // Only what is seen: what a phone has below the numbers is hidden here.
  const seen = { useInnerText: true };
  await expect(lab).toContainText(/8\s+the app’s cap\s+–\s+–/, seen);
  await whatIf.getByLabel("Cap", { exact: true }).fill("3");
  await expect(lab).toContainText(/8\s+the app’s cap\s+3 \(−5\)\s+the app’s cap/, seen);

  await whatIf.getByLabel("Cap", { exact: true }).fill("20");
  await whatIf.getByLabel("Quota").selectOption(`curfew-vms/lab-machines/${VMS}`);
  await whatIf.getByLabel("Its bound").fill("several");
  await expect(whatIf.getByText("This is no quantity")).toBeVisible();
  await whatIf.getByLabel("Its bound").fill("12");
  await expect(lab).toContainText(/12 \(\+4\)\s+the quota on VMs \(lab-machines\)/, seen);

  await whatIf.getByLabel("Memory of each machine").fill("16384");
  await expect(lab).toContainText(
    /\d \(−\d\)\s+the quota on requested memory \(lab-machines\)\s+16\.\d GiB/,
    seen,
  );
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.setViewportSize({ width: 1024, height: 768 });
  const table = whatIf.getByRole("group", { name: "What if" });
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await whatIf.getByRole("button", { name: "Clear" }).click();
  await expect(lab).toContainText(/8\s+the app’s cap\s+–\s+–/, seen);
  await expect(page.getByRole("region", { name: "Bounds" })).toContainText("0 of 8 (0%)");
});

test("a full cluster says when the next seat comes free, and who was refused is in the history", async ({
  page,
  openSession,
  reap,
}) => {
  test.slow();
  await openSession("web-and-db", TOMAS);
  await openSession("web-and-db", JUN);
  await openSession("ubuntu", LEA);
  await openSession("ubuntu", MINA);
  await page.goto("/capacity");
  const bounds = page.getByRole("region", { name: "Bounds" });
  await expect(bounds).toContainText(/a seat comes free by \d\d:\d\d at the latest/);
  await expect(bounds.getByRole("listitem").filter({ hasText: "app’s cap" })).toContainText(
    /full.*8 of 8 \(100%\)/,
  );
  await expect(page.getByRole("region", { name: "What the next student gets" })).toContainText(
    "No more of Ubuntu with root: what stops the next is the app’s cap.",
  );
  await expect(openSession("ubuntu", INSTRUCTOR)).rejects.toMatchObject({
    stdout: expect.stringMatching(/"code": ?"no-seat"[^]*"freeByMs"/),
  });
  await reap();
  const day = page.getByRole("region", { name: "History" }).getByRole("figure").first();
  await expect(day).toContainText(/Peak: 8 of 8 seats, .* 1 start refused for want of a seat/);
  await day.getByText("When that was").click();
  await expect(day.getByRole("listitem")).toHaveText(/^\d\d:\d\d: 1 start, for want of a seat$/);
});

test("many nodes stand in a table: those in trouble first, found by name, each told of whole", async ({
  page,
  simulator,
}) => {
  for (const name of ["rack-a-1", "rack-a-2", "rack-b-1"]) await simulator.seedNode(name);
  await simulator.seedNode("rack-z-9", { unschedulable: true });
  await page.goto("/capacity");
  const nodes = page.getByRole("region", { name: "Nodes", exact: true });
  const rows = nodes.getByRole("row");
  await expect(nodes).toContainText("9 nodes, 1 not as it should be");
  await expect(rows).toHaveCount(10);
  await expect(rows.nth(1)).toContainText("rack-z-9");
  await expect(rows.nth(1)).toContainText("cordoned");

  await nodes.getByLabel("Search nodes by name").fill("RACK-A");
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(/node=RACK-A/);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  const saved = page.waitForEvent("download");
  await nodes.getByRole("button", { name: "Export CSV" }).click();
  const lines = readFileSync(await (await saved).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain("Node,State,Memory free by request (bytes)");
  expect(lines[1]).toMatch(/^rack-a-1,ready,34359738368,34359738368,/);
  await rows.nth(1).getByRole("button", { name: "rack-a-1" }).click();
  const told = page.getByRole("dialog", { name: "rack-a-1" });
  await expect(told).toContainText("32 GiB of 32 GiB free by request");
  await page.keyboard.press("Escape");
  await nodes.getByLabel("Search nodes by name").fill("nowhere");
  await expect(nodes.getByText("No node has such a name")).toBeVisible();
  await nodes.getByRole("button", { name: "Show all nodes" }).click();
  await expect(rows).toHaveCount(10);
});

test("the lab form tells what a session is charged, and warns where the cap cannot be reached", async ({
  page,
}) => {
  await page.goto("/labs");
  await page.getByRole("button", { name: "New lab" }).click();
  const form = page.getByRole("dialog", { name: "New lab" });
  await expect(form.getByText(/^Each session is charged 2\.\d GiB of memory and .* for 2 GiB/)).toBeVisible();
  await expect(form.getByText(/As many as the cap allows \(8\) fit\./)).toBeVisible();
  await form.getByLabel("Memory (MiB)", { exact: true }).fill("16384");
  const warning = form.getByText(/The cap allows 8, but only 2 fit: what stops the next is the quota/);
  await expect(warning).toContainText("the quota on requested memory (lab-machines)");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

const answers = (page: Page, path: string) => page.request.get(path).then((answer) => answer.status());
const FIT = "/api/capacity/fit?kind=vm&cpus=1&memoryMiB=2048&machineCount=1&diskMiB=0&ephemeralMiB=1024";

test.describe("an instructor", () => {
  test.use({ person: INSTRUCTOR });
  test("sees the capacity too", async ({ page }) => {
    await page.goto("/capacity");
    await expect(page.getByRole("region", { name: "Bounds" })).toContainText("0 of 8 (0%)");
    await expect(page.getByRole("region", { name: "What the next student gets" })).toContainText(
      "8 more of Ubuntu with root",
    );
    expect(await answers(page, FIT)).toBe(200);
  });
});

test.describe("a student", () => {
  test.use({ person: MINA });
  test("is sent to their own page, and is told nothing by the doors behind it", async ({ page }) => {
    await page.goto("/capacity");
    await expect(page).toHaveURL(/\/me$/);
    await expect(page.getByRole("link", { name: "Capacity" })).toHaveCount(0);
    expect(await answers(page, "/api/capacity")).toBe(403);
    expect(await answers(page, FIT)).toBe(403);
  });
});

test.describe("nobody is signed in", () => {
  test.use({ person: null });
  test("the doors answer 401", async ({ page }) => {
    expect(await answers(page, "/api/capacity")).toBe(401);
  });
});
