import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LOCK_FILE, lockDemo } from "./demo-lock";
import { processStart } from "./os-processes";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "curfew-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function take() {
  const lock = lockDemo(folder);
  if ("heldBy" in lock) throw new Error("it is held");
  return lock;
}

it("tells a second demo who is running and where", () => {
  take().announce("http://127.0.0.1:3000");
  expect(lockDemo(folder)).toEqual({ heldBy: process.pid, url: "http://127.0.0.1:3000" });
});

it("is free again once released", () => {
  take().release();
  expect(take()).toBeDefined();
});

it.each([
  ["a process that is no more", 2 ** 30, "1"],
  ["a later process with the same number", process.pid, "before"],
])("does not count %s", (_who, pid, start) => {
  writeFileSync(path.join(folder, LOCK_FILE), JSON.stringify({ pid, start, url: null }));
  expect(take()).toBeDefined();
});

it("does not take a file that was cut off for a holder", () => {
  writeFileSync(path.join(folder, LOCK_FILE), '{"pid": 1');
  expect(take()).toBeDefined();
});

it("knows this process by its number and its beginning", () => {
  expect(processStart(process.pid)).toMatch(/\S/);
  expect(processStart(2 ** 30)).toBeNull();
});
