import { expect, it } from "vitest";
import { claimedRole } from "./claimed-role";

it.each([
  ["one of a list", { groups: ["staff", "lab-admins"] }, "groups", "admin"],
  ["a single word", { role: "lab-admins" }, "role", "admin"],
  ["a nested claim", { realm_access: { roles: ["lab-admins"] } }, "realm_access.roles", "admin"],
  ["another value", { groups: ["lab-admins-2", "x lab-admins"] }, "groups", "member"],
  ["no such claim", {}, "groups", "member"],
  ["a claim of another kind", { groups: { "lab-admins": true } }, "groups", "member"],
  ["what objects inherit", { groups: [] }, "constructor.name", "member"],
])("%s", (_what, claims, path, role) => {
  expect(claimedRole(claims, path, ["lab-admins", "Object"])).toBe(role);
});
