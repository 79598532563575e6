import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseInput } from "./parse-input";

const schema = z.object({
  name: z.string().min(1).max(5),
  cpus: z.number().min(1).max(8),
  email: z.email().optional(),
  kind: z.enum(["vm", "pod"]).optional(),
});
const fieldsOf = (input: unknown) => {
  const parsed = parseInput(schema, input);
  return parsed.ok ? parsed.value : parsed.error.fields;
};

describe("what somebody sent", () => {
  it("is given on where it is as it should be", () => {
    expect(fieldsOf({ name: "lab", cpus: 2 })).toEqual({ name: "lab", cpus: 2 });
  });
  it.each([
    ["not given", { cpus: 2 }, { path: "name", code: "required" }],
    ["empty", { name: "", cpus: 2 }, { path: "name", code: "required" }],
    ["too long", { name: "123456", cpus: 2 }, { path: "name", code: "too-long", params: { max: 5 } }],
    ["of another type", { name: "lab", cpus: "many" }, { path: "cpus", code: "wrong-type" }],
    ["null", { name: "lab", cpus: null }, { path: "cpus", code: "wrong-type" }],
    ["too small", { name: "lab", cpus: 0 }, { path: "cpus", code: "too-small", params: { min: 1 } }],
    ["no address", { name: "lab", cpus: 1, email: "x" }, { path: "email", code: "not-an-email" }],
    ["no choice", { name: "lab", cpus: 1, kind: "car" }, { path: "kind", code: "not-allowed" }],
    ["not to be stored", { name: "a\0", cpus: 1 }, { path: "name", code: "bad-format" }],
    ["nothing at all", undefined, { path: "", code: "required" }],
  ])("is refused by field and code where it is %s", (_what, input, field) => {
    expect(fieldsOf(input)).toEqual([field]);
  });
});
