import type { Actor } from "./person";

export const PERMISSION_NAMES = [
  "session.see",
  "session.start",
  "session.extend",
  "session.end",
  "session.start-machine",
  "lab.see",
  "lab.manage",
  "person.see",
  "person.manage",
  "person.manage-admins",
  "ssh-key.store",
  "password.change",
  "sign-in.end",
  "course.see",
  "course.manage",
  "pass.run",
  "pass.see",
  "held.confirm",
  "switch.set",
  "switch.see",
  "foreign.delete",
  "cluster.adopt",
  "database.accept",
  "capacity.see",
  "log.see",
  "audit.see",
  "doctor.see",
] as const;
export type Permission = (typeof PERMISSION_NAMES)[number];

/** What an act is about. Left out means "everything there is", which only an admin or the command line may touch. */
export interface PermissionScope {
  /** Whose session it is. */
  readonly ownerId?: string;
  /** Courses that the subject belongs to: one of them is enough. */
  readonly courseIds?: readonly string[];
  /** Which person it is about. */
  readonly personId?: string;
}

type SystemName = Extract<Actor, { type: "system" }>["name"];
interface Grant {
  /** Any signed-in person, for what is their own. */
  readonly own: boolean;
  /** Instructors: nothing, what belongs to a course of theirs, or all of it. */
  readonly instructor: "no" | "own-courses" | "yes";
  readonly admin: boolean;
  readonly systems: readonly SystemName[];
}

const CLI: readonly SystemName[] = ["cli", "demo"];
const SESSION: Grant = { own: true, instructor: "own-courses", admin: true, systems: CLI };
const END: Grant = { ...SESSION, systems: [...CLI, "reaper"] };
const COURSE: Grant = { own: false, instructor: "own-courses", admin: true, systems: CLI };
const OWN: Grant = { own: true, instructor: "no", admin: false, systems: [] };
const ADMIN: Grant = { own: false, instructor: "no", admin: true, systems: CLI };
const SEE: Grant = { own: false, instructor: "yes", admin: true, systems: CLI };
const PASS: Grant = { ...ADMIN, systems: [...CLI, "cronjob", "timer", "reaper"] };
const AUDIT: Grant = { own: false, instructor: "own-courses", admin: true, systems: [] };

/** The table of design section 9, and the only one. */
export const PERMISSIONS: Readonly<Record<Permission, Grant>> = {
  "session.see": SESSION,
  "session.start": SESSION,
  "session.extend": SESSION,
  "session.end": END,
  "session.start-machine": SESSION,
  "lab.see": COURSE,
  "lab.manage": COURSE,
  "person.see": COURSE,
  "person.manage": COURSE,
  "person.manage-admins": ADMIN,
  "ssh-key.store": OWN,
  "password.change": OWN,
  "sign-in.end": { ...OWN, admin: true, systems: CLI },
  "course.see": COURSE,
  "course.manage": COURSE,
  "pass.run": PASS,
  "pass.see": SEE,
  "held.confirm": ADMIN,
  "switch.set": ADMIN,
  "switch.see": SEE,
  "foreign.delete": ADMIN,
  "cluster.adopt": ADMIN,
  "database.accept": ADMIN,
  "capacity.see": SEE,
  "log.see": ADMIN,
  "audit.see": AUDIT,
  "doctor.see": ADMIN,
};

/**
 * May this actor do this to that? Without a scope it asks for everything there is. Acting on a person who is an admin,
 * or an instructor of a course that is not the actor's, asks for "person.manage-admins" instead of "person.manage".
 */
export function may(actor: Actor, permission: Permission, scope: PermissionScope = {}): boolean {
  const grant = PERMISSIONS[permission];
  if (actor.type === "system") return grant.systems.includes(actor.name);
  if (grant.admin && actor.role === "admin") return true;
  if (grant.own && (scope.ownerId === actor.id || scope.personId === actor.id)) return true;
  if (grant.instructor === "yes") return actor.instructs.length > 0;
  if (grant.instructor === "own-courses")
    return (scope.courseIds ?? []).some((id) => actor.instructs.includes(id));
  return false;
}

/** May this actor do this to anything at all? For doors that then show only what is in scope. */
export function mayAnywhere(actor: Actor, permission: Permission): boolean {
  if (actor.type === "system") return may(actor, permission);
  return may(actor, permission, { ownerId: actor.id, personId: actor.id, courseIds: actor.instructs });
}
