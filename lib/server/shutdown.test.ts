import { afterAll, describe, expect, it } from "vitest";
import { shutdownSignal } from "./shutdown";

const before = process.listeners("SIGTERM");
const added = () => process.listeners("SIGTERM").filter((listener) => !before.includes(listener));
afterAll(() => {
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.off(signal, listener);
});

describe("shutdownSignal", () => {
  it("is one for the process, and aborts at SIGTERM", () => {
    const signal = shutdownSignal();
    expect(shutdownSignal()).toBe(signal);
    expect(added()).toHaveLength(1);
    expect(signal.aborted).toBe(false);
    for (const listener of added()) listener("SIGTERM");
    expect(signal.aborted).toBe(true);
  });
});
