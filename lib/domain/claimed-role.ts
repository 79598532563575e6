import type { GlobalRole } from "./person";

/**
 * The global role that a provider's claim gives: admin where it is, or holds, one of `adminValues`; else member. `path`
 * names the claim, nested ones by dots (`realm_access.roles`). A claim that is missing gives nobody more than member.
 */
export function claimedRole(
  claims: Readonly<Record<string, unknown>>,
  path: string,
  adminValues: readonly string[],
): GlobalRole {
  let value: unknown = claims;
  for (const part of path.split("."))
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, part)
        ? (value as Record<string, unknown>)[part]
        : undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.some((each) => typeof each === "string" && adminValues.includes(each)) ? "admin" : "member";
}
