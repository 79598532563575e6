import { describe, expect, it } from "vitest";
import type { ReasonCode } from "./reason";
import { refuserOf } from "./refused-launch";

describe("refuserOf", () => {
  it.each<[ReasonCode, string | null]>([
    ["quota-exceeded", "quota"],
    ["quota-must-specify", "quota"],
    ["quota-unready", "quota"],
    ["limit-range", "quota"],
    ["unschedulable", "nodes"],
    ["image-pull", null],
    ["volume-unbound", null],
    ["launch-timed-out", null],
  ])("%s: %s", (code, by) => expect(refuserOf({ code })).toBe(by));
  it("is nobody where there is no reason", () => {
    expect([refuserOf(null), refuserOf(undefined)]).toEqual([null, null]);
  });
});
