import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  jobName,
  machineName,
  newSessionId,
  passLeaseName,
  policyName,
  secretName,
  serviceName,
  sessionIdOfName,
} from "./names";

/** Hands out the given bytes in order, then zeros. */
function bytes(...values: number[]) {
  let next = 0;
  return (n: number) => Uint8Array.from({ length: n }, () => values[next++] ?? 0);
}

describe("newSessionId", () => {
  it("starts with a letter and is ten characters of [a-z0-9], whatever the bytes", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 40 }), (values) => {
        expect(newSessionId(bytes(...values))).toMatch(/^[a-z][a-z0-9]{9}$/);
      }),
    );
  });
  it("throws bytes away that would favour the first characters", () => {
    expect(newSessionId(bytes(234, 255, 1, 252, 35))).toBe("b9aaaaaaaa");
  });
});

describe("names", () => {
  const id = "k3x9a0b1c2";
  it.each([
    [jobName(id), "lab-k3x9a0b1c2"],
    [policyName(id), "lab-k3x9a0b1c2"],
    [serviceName(id), "lab-k3x9a0b1c2"],
    [machineName(id, 3), "lab-k3x9a0b1c2-3"],
    [secretName(id, 3), "lab-k3x9a0b1c2-3-init"],
  ])("%s belongs to its session", (name, expected) => {
    expect(name).toBe(expected);
    expect(sessionIdOfName(name)).toBe(id);
  });
  it.each([
    "",
    "lab-",
    "lab-short",
    "lab-k3x9a0b1c2-9",
    "lab-k3x9a0b1c2-1-x",
    "lab-3x9a0b1c2k",
    "xlab-k3x9a0b1c2",
  ])("%j belongs to nobody", (name) => {
    expect(sessionIdOfName(name)).toBeNull();
  });
  it("names the pass Lease after the installation", () => {
    expect(passLeaseName("0b5c")).toBe("curfew-0b5c");
  });
});
