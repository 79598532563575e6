import { expect, LEA, test, TOMAS } from "./fixtures";

test("with no click at all, the tick reclaims what has expired, and the open page shows it", async ({
  page,
  openSession,
  reap,
  rows,
}) => {
  const expired = await openSession("ubuntu", TOMAS);
  const running = await openSession("shell", LEA);
  await page.goto("/sessions");
  const table = page.getByRole("region", { name: "Sessions" });
  await expect(table.getByRole("row", { name: new RegExp(expired) })).toContainText("running");

  await rows.leave(expired, 0);
  const pass = await reap();
  expect(pass.outcome).toBe("clean");
  expect(pass.directions.expired).toMatchObject({ found: 1, done: 1, failed: 0 });
  await expect(table.getByRole("row", { name: new RegExp(expired) })).toHaveCount(0);
  await expect(table.getByRole("row", { name: new RegExp(running) })).toContainText("running");
  expect(await rows.statusOf(expired)).toBe("expired");
});

test("the machines are gone from the cluster after it, and stay gone", async ({
  openSession,
  reap,
  rows,
  simulator,
}) => {
  const id = await openSession("ubuntu", TOMAS);
  expect(await simulator.hasMachine(`lab-${id}-1`)).toBe(true);
  await rows.leave(id, 0);
  await reap();
  await expect.poll(() => simulator.hasMachine(`lab-${id}-1`)).toBe(false);
  expect((await reap()).directions.expired).toMatchObject({ found: 0 });
});

test("only who knows the token may make a pass", async ({ playwright, values }) => {
  const request = await playwright.request.newContext({ baseURL: values.url });
  const tries = [
    "",
    "Bearer ",
    values.reapToken,
    `Basic ${values.reapToken}`,
    "Bearer wrong",
    `Bearer ${values.reapToken}x`,
  ];
  const answers: number[] = [];
  for (const authorization of tries) {
    answers.push((await request.post("/api/reap", { headers: { authorization } })).status());
  }
  expect((await request.post("/api/reap")).status()).toBe(401);
  expect(answers).toEqual([401, 401, 401, 401, 403, 403]);
  const headers = { authorization: `Bearer ${values.reapToken}` };
  expect((await request.get("/api/reap", { headers })).status()).toBe(405);
  expect((await request.post("/api/reap", { headers })).status()).toBe(200);
  await request.dispose();
});
