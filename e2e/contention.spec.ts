import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { ContentionAnswer } from "@/lib/contracts/contention";
import { expect, INSTRUCTOR, test } from "./fixtures";

const PODS = "^/api/v1/pods";

test.beforeEach(async ({ simulator }) => {
  test.slow();
  await simulator.playOnce("cold-start", "shop");
});

test("a cold start is told from the cluster: which node, why, and what would have helped", async ({
  page,
}) => {
  await page.goto("/contention");
  const verdict = panel(page, "Verdict");
  await expect(verdict).toContainText(/Restarts are concentrated on services-1: \d+ of \d+ restarts/, {
    timeout: 20_000,
  });
  await expect(verdict).toContainText("hit its 12 of 23 pods");
  await expect(verdict.getByRole("listitem").filter({ hasText: "Crowded placement" })).toContainText("shown");
  await expect(verdict.getByRole("listitem").filter({ hasText: "Out of memory" })).toContainText("ruled out");
  await expect(panel(page, "Nodes").getByRole("row").filter({ hasText: "services-1" })).toContainText("12");
  await expect(panel(page, "Restarts").getByText("killed by the liveness probe").first()).toBeVisible();

  const whatIf = panel(page, "What if");
  const [crowded, total] = ["services-1", "All"].map((name) =>
    whatIf.getByRole("row").filter({ hasText: name }),
  );
  const asItIs = /^services-1\d+ \(\d+ to \d+\)12 pods–$/;
  await expect(crowded ?? whatIf).toHaveText(asItIs);
  await expect(whatIf).toContainText("A kubelet restarts a container up to");
  await whatIf.getByLabel("Pods in a wave").fill("2");
  await expect(crowded ?? whatIf).toHaveText(/12 pods0 \(0 to 0\)12 pods$/);
  const spread = whatIf.getByRole("button", { name: "An even spread" });
  await spread.click();
  await expect(whatIf.getByLabel("maxSkew of a spread")).toHaveValue("1");
  await expect(whatIf.getByLabel("Pods in a wave")).toHaveValue("");
  await expect(crowded ?? whatIf).toHaveText(/12 pods\d+ \(\d+ to \d+\)5 pods$/);
  await expect(total ?? whatIf).toContainText("23 pods");
  await expect(whatIf.getByRole("status")).toHaveText(/^All ready after \d.* now, \d.* then/);
  await spread.click();
  await expect(crowded ?? whatIf).toHaveText(asItIs);
});

test("by keyboard alone a row is opened and a measure is tried", async ({ page }) => {
  await page.goto("/contention");
  const details = panel(page, "Restarts")
    .getByRole("button", { name: /^Details of shop\// })
    .first();
  await details.focus();
  await page.keyboard.press("Enter");
  await expect(details).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Enter");
  await expect(details).toHaveAttribute("aria-expanded", "false");
  const whatIf = panel(page, "What if");
  const waves = whatIf.getByRole("button", { name: /^Waves of \d+ pods$/ });
  await waves.focus();
  await page.keyboard.press("Space");
  await expect(waves).toHaveAttribute("aria-pressed", "true");
  await expect(whatIf.getByLabel("Pods in a wave")).toHaveValue(/^\d+$/);
});

test("older pods that a crowd took down with it have a table of their own", async ({ page }) => {
  await page.route(/\/api\/contention(\?|$)/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as ContentionAnswer;
    const rows = answer.report.restarts.slice(0, 2).map((row) => ({ ...row, pod: `older-${row.pod}` }));
    const neighbours = { ...answer.report.neighbours, rows };
    await route.fulfill({ response, json: { ...answer, report: { ...answer.report, neighbours } } });
  });
  await page.goto("/contention");
  const older = panel(page, "Older pods on the same nodes");
  await expect(older).toContainText("ended since the first of the new pods was created");
  await expect(older.getByRole("row")).toHaveCount(3);
  await expect(older.getByRole("row").nth(1)).toContainText("older-");
  await expect(panel(page, "Restarts").getByText(/^older-/)).toHaveCount(0);
});

test("a stranger is told what the picture shows, and which pods of one node restarted", async ({ page }) => {
  await page.goto("/contention");
  const nodes = panel(page, "Nodes");
  await expect(nodes).toContainText("Each cell is a pod on the node below it");
  await expect(nodes.getByRole("img", { name: /^services-1: 12 pods, \d+ restarts\. / })).toBeVisible();
  await expect(nodes.getByRole("img", { name: /^services-5: 1 pod, no restart\. ready 1$/ })).toBeVisible();
  const line = panel(page, "Creations and restarts");
  await expect(
    line.getByRole("img", { name: /^services-1: 12 pods created, \d+ restarts? known$/ }),
  ).toBeVisible();

  const restarts = panel(page, "Restarts");
  await restarts.getByLabel("Restarts of node").selectOption("services-1");
  await expect(restarts.getByRole("row").filter({ hasText: "services-1" }).first()).toBeVisible();
  await expect(restarts.getByRole("row").filter({ hasText: "services-2" })).toHaveCount(0);
  await page.reload();
  await expect(restarts.getByLabel("Restarts of node")).toHaveValue("services-1");
  await restarts
    .getByRole("button", { name: /^Details of shop\// })
    .first()
    .click();
  await expect(restarts.getByRole("heading", { name: "Last lines before the last end" })).toBeVisible();
});

test("each measure stands under its link, tells its effect, and its patch can be copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/contention");
  const lowered = panel(page, "What to do")
    .locator("section")
    .filter({
      has: page.getByRole("heading", { name: "Against link 1: CPU request lowered" }),
    });
  await expect(lowered).toContainText(/Pods by node, now and with it: services-1 12\s→\s\d/);
  await lowered.getByText("Patches of 20 workloads").click();
  await lowered.getByRole("button", { name: "Copy the manifest" }).click();
  await expect(lowered.getByText("Copied")).toBeVisible();
  const manifest = await clipboard(page);
  expect(manifest).toContain('cpu: "500m"');
  expect(manifest.match(/^kind: Deployment$/gm)).toHaveLength(20);
  await lowered.getByRole("button", { name: "Copy kubectl patch" }).click();
  await expect.poll(() => clipboard(page)).toMatch(/kubectl .*patch/);
});

test("the analysis goes out as Markdown and as CSV", async ({ page }) => {
  await page.goto("/contention");
  await expect(panel(page, "Verdict")).toContainText("services-1");
  const report = await saved(page, "Markdown");
  expect(report.name).toMatch(/^curfew-contention-\d{4}-\d\d-\d\dT\d{4}\.md$/);
  expect(report.text).toContain("Restarts are concentrated on services-1");
  expect(report.text).toContain("| services-1 | 12 |");
  const nodes = await saved(page, "CSV of nodes");
  expect(nodes.text).toMatch(/^services-1,12,\d+,/m);
  const pods = await saved(page, "CSV of pods");
  expect(pods.text.trim().split("\r\n")).toHaveLength(24);
  expect(pods.text).toMatch(/^shop,[a-z0-9-]+,services-5,/m);
  const table = await saved(page, "CSV of restarts");
  expect(table.name).toMatch(/-restarts\.csv$/);
  const [head, ...rows] = table.text.trim().split("\r\n");
  expect(head).toMatch(/Pod,Container,Node,Restarts/);
  expect(rows.length).toBeGreaterThan(11);
  expect(rows[0]).toMatch(/^shop\/[a-z0-9-]+,app,services-1,\d+,/);
});

test("a choice is kept in the address: a reload keeps it and Back takes it back", async ({ page }) => {
  await page.goto("/contention");
  const rollout = page.getByLabel("Rollout", { exact: true });
  await expect(rollout).not.toHaveValue("");
  await rollout.selectOption("");
  await page.getByLabel("Created within").selectOption("1440");
  await expect(page).toHaveURL(/since=1440/);
  await page.getByRole("button", { name: "Namespaces" }).click();
  await page.getByRole("menuitemcheckbox", { name: "shop" }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/namespaces=shop/);
  await page.getByLabel("Labels").fill("app=report");
  await expect(panel(page, "Verdict")).toContainText("No restart: none of the 5 pods have restarted.");
  await expect(panel(page, "Restarts")).toContainText("No container has restarted.");
  await page.reload();
  await expect(page.getByLabel("Labels")).toHaveValue("app=report");
  await expect(page.getByLabel("Created within")).toHaveValue("1440");
  await expect(page.getByRole("button", { name: "Namespaces" })).toContainText("shop");
  await page.goBack();
  await expect(page).not.toHaveURL(/namespaces=shop/);
  await expect(page).toHaveURL(/since=1440/);

  await page.getByLabel("Created within").selectOption("between");
  await expect(page).toHaveURL(/from=.*to=/);
  await page.getByLabel("Created from").fill("2020-01-01T00:00");
  await page.getByLabel("Created until").fill("2020-01-02T00:00");
  await expect(page.getByText("No pod matches this choice.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Created from")).toHaveValue("2020-01-01T00:00");
  await page.getByRole("button", { name: "The last 24 hours" }).click();
  await expect(panel(page, "Verdict")).toBeVisible();
  await rollout.selectOption({ index: 1 });
  await expect(page).toHaveURL(/rollout=/);
  await expect(panel(page, "Verdict")).toContainText("services-1");
});

test("a choice that cannot be followed says so and is kept", async ({ page }) => {
  const alert = page.getByRole("main").getByRole("alert");
  await page.goto("/contention?selector=app+in+(");
  await expect(alert).toContainText("label selector cannot be read");
  await expect(page.getByLabel("Labels")).toHaveValue("app in (");
  await page.getByLabel("Labels").fill("app=none");
  await expect(page.getByText("No pod matches this choice.")).toBeVisible();
  await page.goto("/contention?rollout=shop%2Fgone%401");
  await expect(alert).toContainText("no longer found in the cluster");
  await page.goto("/contention?namespaces=No_Such&since=60");
  await expect(alert).toBeVisible();
  await expect(page.getByRole("button", { name: "Namespaces" })).toContainText("No_Such");
  await page.goto("/contention?namespaces=shpo&since=60");
  await expect(page.getByText("There is no pod at all in shpo. Check the name.")).toBeVisible();
});

test("pods that cannot be read any more are shown as of before, and refused ones are not", async ({
  page,
  simulator,
}) => {
  await page.goto("/contention");
  await expect(panel(page, "Verdict")).toContainText("services-1");
  await simulator.fault({ match: { path: PODS }, act: { status: 500 } });
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText(/cluster/, { timeout: 40_000 });
  await expect(panel(page, "Verdict")).toContainText("services-1");

  await simulator.clearFaults();
  await simulator.fault({ match: { path: PODS }, act: { status: 403 } });
  await expect(alert).toContainText("Pods could not be read", { timeout: 40_000 });
  await expect(panel(page, "Verdict")).toHaveCount(0);
  await simulator.clearFaults();
  await expect(panel(page, "Verdict")).toContainText("services-1", { timeout: 40_000 });
});

test.describe("an instructor", () => {
  test.use({ person: INSTRUCTOR });
  test("sees the analysis, and no log", async ({ page }) => {
    await page.goto("/contention");
    const restarts = panel(page, "Restarts");
    await restarts
      .getByRole("button", { name: /^Details of shop\// })
      .first()
      .click();
    await expect(restarts.getByText("Logs are for admins.")).toBeVisible();
    const report = await saved(page, "Markdown");
    expect(report.text).toContain("Logs are for admins.");
    expect(report.text).toContain("Restarts are concentrated on services-1");
  });
});

for (const [theme, width] of [
  ["light", 1440],
  ["dark", 1024],
  ["light", 390],
  ["dark", 390],
] as const) {
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    test("a full page has no violation and does not scroll sideways", async ({ page, context, values }) => {
      await context.addCookies([{ name: "curfew-theme", value: theme, url: values.url }]);
      await page.goto("/contention");
      await expect(panel(page, "What if").getByRole("table")).toBeVisible();
      const restarts = panel(page, "Restarts");
      await restarts
        .getByRole("button", { name: /^Details of shop\// })
        .first()
        .click();
      await panel(page, "What to do").getByText("Patches of 20 workloads").first().click();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (width === 390) return;
      for (const name of ["Nodes", "Restarts"]) {
        const table = panel(page, name).getByRole("group", { name });
        const tooWide = await table.evaluate((box) => box.scrollWidth - box.clientWidth);
        expect(tooWide, name).toBeLessThanOrEqual(1);
      }
    });
  });
}

function panel(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}
