import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { CapacityAnswer, FitAnswer } from "@/lib/contracts/capacity";
import { expect, test } from "./fixtures";

/** The states that a sound cluster does not come into by itself: the answer of the door is changed on its way. */
async function answer(page: Page, change: (answer: CapacityAnswer) => Partial<CapacityAnswer>) {
  await page.route(/\/api\/capacity(\?|$)/, async (route) => {
    const response = await route.fetch();
    const given = (await response.json()) as CapacityAnswer;
    await route.fulfill({ response, json: { ...given, ...change(given) } });
  });
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const NOTHING = { ...{ hard: null, used: null, releasing: null, reserved: null, percent: null }, scopes: [] };
const NAMESPACE = { type: "namespace", namespace: "curfew-vms" } as const;

for (const theme of ["light", "dark"] as const) {
  test.describe(theme, () => {
    test.beforeEach(({ context, values }) =>
      context.addCookies([{ name: "curfew-theme", value: theme, url: values.url }]),
    );
    test.afterEach(async ({ page }) => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    });

    test("says that it is loading, and what could not be loaded", async ({ page }) => {
      let isHeld = true;
      await page.route("**/api/capacity", async (route) => {
        if (!isHeld) await route.fulfill({ status: 503, json: { code: "unavailable" } });
      });
      await page.goto("/capacity");
      await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      isHeld = false;
      await page.reload();
      await expect(page.getByRole("alert").filter({ hasText: "This could not be loaded" })).toBeVisible({
        timeout: 30_000,
      });
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    });

    test("tells an empty cluster from one that was not read", async ({ page }) => {
      const nothing = {
        ...NOTHING,
        of: NAMESPACE,
        measure: "count",
        state: "no-quota",
        problem: null,
      } as const;
      await answer(page, ({ gauges }) => ({
        ...{ labs: [], nodes: [], volumes: [], history: [], gauges: [...gauges.slice(0, 1), nothing] },
      }));
      await page.goto("/capacity");
      await expect(region(page, "What the next student gets")).toContainText("No lab is switched on.");
      await expect(region(page, "Bounds")).toContainText("No quota bounds this namespace.");
      await expect(region(page, "Nodes")).toContainText("The cluster has no node.");
      await expect(region(page, "History")).toContainText("Nothing has been sampled yet.");
      await expect(region(page, "What if")).toContainText("No lab is switched on.");
      await expect(page.getByRole("main")).not.toContainText("unmeasured");
    });

    test("shows no 0 for what could not be read, and says what and why", async ({ page }) => {
      const problem = { code: "unknown" } as const;
      const blind = { ...NOTHING, of: NAMESPACE, measure: "count", state: "unmeasured", problem } as const;
      await answer(page, ({ gauges, labs }) => ({
        ...{ nodes: null, volumes: null, gauges: [...gauges.slice(0, 1), blind], hasMetrics: false },
        ...{ kubevirtRelease: null, cpuAllocationRatio: null },
        unread: (["quota", "node", "pod"] as const).map((kind) => ({ kind, error: "forbidden" })),
        labs: labs.map((lab) => ({ ...lab, room: { ...lab.room, isAtMost: true } })),
      }));
      await page.goto("/capacity");
      const main = page.getByRole("main");
      await expect(main).toContainText(
        "Could not be read: quotas (forbidden), nodes (forbidden), pods (forbidden).",
      );
      await expect(main).toContainText("KubeVirt’s release is unknown: the dearest is charged");
      await expect(region(page, "What the next student gets")).toContainText(
        "At most, for not everything could be measured.",
      );
      await expect(region(page, "Bounds")).toContainText(/curfew-vms\s*unmeasured\s*could not be read/);
      await expect(region(page, "Nodes")).toContainText("unmeasured");
      await expect(region(page, "Golden volumes")).toContainText("unmeasured");
    });

    test("promises no room where every start is refused", async ({ page }) => {
      await answer(page, () => ({ startsHeldBy: "wrong-cluster" }));
      await page.goto("/capacity");
      await expect(page.getByText(/^Every start is refused: this is not the cluster/)).toBeVisible();
    });

    test("shows an old picture as old, by its time", async ({ page }) => {
      await answer(page, ({ serverNowMs }) => ({ isStale: true, asOfMs: serverNowMs - 600_000 }));
      await page.goto("/capacity");
      await expect(page.getByText(/^As of \d\d:\d\d:\d\d\. The cluster is not answering/)).toBeVisible();
      await expect(page.getByText(/cluster as of 10m ago/)).toBeVisible();
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("no table hides the essential beyond its edge", async ({ page }) => {
    await page.goto("/capacity");
    const room = region(page, "What the next student gets");
    await expect(room.getByText(/^Each session is charged 2\.\d GiB/).first()).toBeVisible();
    const whatIf = region(page, "What if");
    await whatIf.getByLabel("Cap", { exact: true }).fill("3");
    const lab = whatIf.getByRole("row", { name: /Ubuntu with root/ });
    await expect(lab).toContainText("3 (−5)");
    for (const table of await page.getByRole("main").getByRole("table").all()) {
      const box = table.locator("xpath=..");
      expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
    await expect(region(page, "Golden volumes").getByText("Copied by no lab")).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
});

test("the lab form looks at the volume that the disk is copied from", async ({ page }) => {
  await page.goto("/labs");
  await page.getByRole("button", { name: "New lab" }).click();
  const form = page.getByRole("dialog", { name: "New lab" });
  await form.getByLabel("Disk", { exact: true }).selectOption("clone");
  const fit = page.waitForResponse((response) => response.url().includes("sourcePvc=golden-debian"));
  await form.getByLabel("Golden volume", { exact: true }).fill("golden-debian");
  expect(((await (await fit).json()) as FitAnswer).source).toMatchObject({ state: "missing" });
  await expect(form.getByText("There is no volume golden-debian in curfew-vms")).toBeVisible();
  await form.getByLabel("Golden volume", { exact: true }).fill("golden-ubuntu-24-04");
  await expect(form.getByText("There is no volume")).toHaveCount(0);
  await form.getByLabel("Size (MiB)").fill("5120");
  await expect(form.getByText("golden-ubuntu-24-04 has 10 GiB, and a copy may not be smaller")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
