import type { Me } from "@/lib/contracts/status";

export type NavKey =
  | "overview"
  | "sessions"
  | "capacity"
  | "contention"
  | "labs"
  | "courses"
  | "people"
  | "reaper"
  | "audit"
  | "doctor"
  | "me"
  | "account";
export interface NavItem {
  readonly key: NavKey;
  readonly href: `/${NavKey}`;
}
const STAFF: readonly NavKey[] = [
  "overview",
  "sessions",
  "labs",
  "courses",
  "people",
  "capacity",
  "contention",
  "reaper",
  "audit",
  "doctor",
  "me",
];
const ADMINS_ONLY: readonly NavKey[] = ["doctor"];
const STUDENT: readonly NavKey[] = ["me"];

/** What this person may open, in the order of the navigation. */
export function navItemsOf(me: Pick<Me, "role" | "isInstructor">): readonly NavItem[] {
  const isStaff = me.role === "admin" || me.isInstructor;
  const mayOpen = (key: NavKey) => me.role === "admin" || !ADMINS_ONLY.includes(key);
  return (isStaff ? STAFF : STUDENT).filter(mayOpen).map((key) => ({ key, href: `/${key}` as const }));
}
