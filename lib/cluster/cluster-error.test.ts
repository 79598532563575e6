import { expect, it, vi } from "vitest";
import { ClusterError } from "./cluster-error";

it("knows an error that another copy of its module made, as the web server's bundles do", async () => {
  vi.resetModules();
  const copy = await import("./cluster-error");
  expect(copy.ClusterError).not.toBe(ClusterError);
  expect(new copy.ClusterError("timeout", null, "took too long")).toBeInstanceOf(ClusterError);
});

it("takes no other error for its own", () => {
  expect(new Error("timeout")).not.toBeInstanceOf(ClusterError);
  expect({ name: "ClusterError" }).not.toBeInstanceOf(ClusterError);
});
