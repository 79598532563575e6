import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { checkHealth, isReady } from "./health";
import { openDoors, type Doors } from "./test-doors";

vi.mock("next/headers", async () => ({ headers: (await import("./test-doors")).requestHeaders }));

const before = { SIGTERM: process.listeners("SIGTERM"), SIGINT: process.listeners("SIGINT") };
const added = (signal: "SIGTERM" | "SIGINT") =>
  process.listeners(signal).filter((listener) => !before[signal].includes(listener));
let doors: Doors;
beforeAll(async () => {
  doors = await openDoors();
});
afterAll(async () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    for (const listener of added(signal)) process.off(signal, listener);
  await doors.close();
});

it("is ready while the cluster does not answer, since people still see their time, and not once told to stop", async () => {
  doors.world.sim.fault({ match: { method: "GET", path: "/" }, act: { status: 503 } });
  expect(await checkHealth()).toMatchObject({ database: { isOk: true }, cluster: { isOk: false } });
  expect(await isReady()).toBe(true);
  for (const listener of added("SIGTERM")) listener("SIGTERM");
  expect(await isReady()).toBe(false);
});
