import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures";

test("a cold start is told from the cluster: which node, why, and what would have helped", async ({
  page,
  simulator,
}) => {
  test.slow();
  await simulator.play("cold-start");
  await page.goto("/contention");
  const verdict = page.getByRole("region", { name: "Verdict" });
  await expect(verdict).toContainText(/Restarts are concentrated on services-1: \d+ of \d+ restarts/, {
    timeout: 20_000,
  });
  await expect(verdict).toContainText("hit its 12 of 23 pods");
  await expect(verdict.getByRole("listitem").filter({ hasText: "Crowded placement" })).toContainText("shown");
  await expect(verdict.getByRole("listitem").filter({ hasText: "Out of memory" })).toContainText("ruled out");
  const nodes = page.getByRole("region", { name: "Nodes" });
  await expect(nodes.getByRole("row").filter({ hasText: "services-1" })).toContainText("12");
  const restarts = page.getByRole("region", { name: "Restarts" });
  await expect(restarts.getByText("killed by the liveness probe").first()).toBeVisible();

  const whatIf = page.getByRole("region", { name: "What if" });
  const [crowded, total] = ["services-1", "All"].map((name) =>
    whatIf.getByRole("row").filter({ hasText: name }),
  );
  await expect(crowded ?? whatIf).toContainText("12");
  await whatIf.getByLabel("maxSkew of a spread").fill("1");
  await expect(crowded ?? whatIf).toHaveText(/^services-112\d+ \(\d+ to \d+\)5/);
  await expect(total ?? whatIf).toContainText("23");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Markdown" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text).toContain("Restarts are concentrated on services-1");
  expect(text).toContain("| services-1 | 12 |");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await page.getByLabel("Rollout").selectOption("");
  await page.getByLabel("Labels").fill("app in (");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("label selector cannot be read");
  await page.reload();
  await expect(page.getByLabel("Labels")).toHaveValue("app in (");
  await page.getByLabel("Labels").fill("app=none");
  await expect(page.getByText("No pod matches this choice.")).toBeVisible();
});
