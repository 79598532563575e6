import type { LabWorld } from "@/lib/usecases/test-lab-world";
import { VM_SPEC } from "@/lib/usecases/test-lab-world";

/** Who knocks. `student` is whose things the cells are about; `other` is a student of the same course. */
export const PERSONAS = ["nobody", "other", "student", "instructor", "admin"] as const;
export type Persona = (typeof PERSONAS)[number];

/**
 * What a cell is about: what its row needs is made anew for each, so that no cell lives on what another left. The rest
 * is named after nothing.
 */
export interface Fixture {
  readonly world: LabWorld;
  /** A session of `student`. */
  readonly sessionId: string;
  readonly machineName: string;
  /** A student of the course, with nothing of their own. */
  readonly personId: string;
  /** A lab of the course that no session uses. */
  readonly labId: string;
}
export type Need = "session" | "person" | "lab";
export interface ActionRow {
  readonly needs?: Need;
  input(fixture: Fixture): unknown;
  /** Who is let in. What they are then told may be another refusal, but for these. */
  readonly allowed: readonly Persona[];
  /** Codes that an allowed one may get although they look like a closed door. */
  readonly alsoFine?: readonly string[];
}

const SIGNED_IN = ["other", "student", "instructor", "admin"] as const;
const STAFF = ["instructor", "admin"] as const;
const OWN = ["student", "instructor", "admin"] as const;
const ADMIN = ["admin"] as const;
let count = 0;
const unique = (): string => `${Date.now().toString(36)}${++count}`;

const lab = () => ({
  slug: `slug-${unique()}`,
  name: "A lab",
  description: "",
  isEnabled: true,
  sessionMinutes: null,
  maxMinutes: null,
  spec: VM_SPEC,
});
const memberIds = async (world: LabWorld): Promise<{ personId: string; role: string }[]> =>
  world.sql(`SELECT person_id AS "personId", role FROM course_member WHERE course_id = $1`, [world.courseId]);

/** Every action, by file and name. A test fails where one of lib/actions is not here. */
export const ACTIONS: Readonly<Record<string, ActionRow>> = {
  "sessions.startSession": {
    needs: "person",
    input: ({ world, personId }) => ({ labId: world.lab.id, studentId: personId, courseId: world.courseId }),
    allowed: STAFF,
  },
  "sessions.extendSessions": {
    needs: "session",
    input: ({ sessionId }) => ({ ids: [sessionId] }),
    allowed: OWN,
  },
  "sessions.endSessions": {
    needs: "session",
    input: ({ sessionId }) => ({ ids: [sessionId] }),
    allowed: OWN,
  },
  "sessions.startMachine": {
    needs: "session",
    input: ({ sessionId, machineName }) => ({ sessionId, machineName }),
    allowed: OWN,
  },
  "labs.createLab": { input: ({ world }) => ({ ...lab(), courseId: world.courseId }), allowed: STAFF },
  "labs.updateLab": {
    needs: "lab",
    input: ({ labId }) => ({ ...lab(), id: labId, version: 0 }),
    allowed: STAFF,
  },
  "labs.deleteLab": { needs: "lab", input: ({ labId }) => ({ id: labId }), allowed: STAFF },
  "people.addPerson": {
    input: ({ world }) => ({
      email: `${unique()}@school.test`,
      name: "New Student",
      role: "member",
      courseId: world.courseId,
      courseRole: "student",
    }),
    allowed: STAFF,
  },
  "people.resetPassword": { needs: "person", input: ({ personId }) => ({ id: personId }), allowed: STAFF },
  "people.setPersonActive": {
    needs: "person",
    input: ({ personId }) => ({ id: personId, isActive: false }),
    allowed: STAFF,
  },
  "people.setPersonRole": {
    needs: "person",
    input: ({ personId }) => ({ id: personId, role: "admin" }),
    allowed: ADMIN,
  },
  "people.storeSshKey": {
    needs: "person",
    input: ({ personId }) => ({ id: personId, publicKey: "" }),
    allowed: [],
  },
  "people.endSignIns": { needs: "person", input: ({ personId }) => ({ id: personId }), allowed: ADMIN },
  "people.changePassword": {
    input: () => ({ currentPassword: "not the password", newPassword: "twelve letters" }),
    allowed: SIGNED_IN,
  },
  "courses.createCourse": { input: () => ({ name: "A course", description: "" }), allowed: ADMIN },
  "courses.updateCourse": {
    input: ({ world }) => ({ id: world.courseId, name: "Renamed", description: "" }),
    allowed: STAFF,
  },
  "courses.setCourseMembers": {
    input: async ({ world }: Fixture) => ({ id: world.courseId, members: await memberIds(world) }),
    allowed: STAFF,
  },
  "courses.setCourseLabs": {
    input: ({ world }) => ({ id: world.courseId, labIds: [world.lab.id] }),
    allowed: STAFF,
  },
  "courses.archiveCourse": {
    input: ({ world }) => ({ id: world.courseId, isArchived: false }),
    allowed: STAFF,
  },
  // Nobody is signed in yet: a token from the log opens, once, and never while there are people.
  "setup.claimFirstAdmin": {
    input: () => ({ token: "guessed", email: "x@school.test", name: "X", password: "twelve letters" }),
    allowed: PERSONAS,
  },
  "reaper.runPass": { input: () => undefined, allowed: ADMIN },
  "reaper.confirmHeld": { input: () => ({ direction: "orphan", keys: ["no such key"] }), allowed: ADMIN },
  "reaper.adoptCluster": { input: () => ({ typedNamespace: "another" }), allowed: ADMIN },
  "reaper.acceptDatabase": { input: () => ({ typedNumber: 123456 }), allowed: ADMIN },
  "reaper.deleteForeignMachine": {
    input: ({ world }) => ({
      kind: "vm",
      namespace: world.context.config.vmNamespace,
      name: "not-there",
      uid: "not-there",
      typedName: "not-there",
    }),
    allowed: ADMIN,
    alsoFine: ["not-found"],
  },
  "reaper.setSwitch": {
    input: () => ({ name: "no-new-sessions", isOn: false, message: "" }),
    allowed: ADMIN,
  },
};

export interface RouteRow {
  readonly needs?: Need;
  path(fixture: Fixture): string;
  params?(fixture: Fixture): Record<string, string>;
  readonly allowed: readonly Persona[];
}
/** Every route, by method and folder below app/api. */
export const ROUTES: Readonly<Record<string, RouteRow>> = {
  "GET status": { path: () => "status", allowed: SIGNED_IN },
  "GET overview": { path: () => "overview", allowed: STAFF },
  "GET sessions": { path: () => "sessions?scope=all", allowed: SIGNED_IN },
  "GET sessions/[id]": {
    needs: "session",
    path: ({ sessionId }) => `sessions/${sessionId}`,
    params: ({ sessionId }) => ({ id: sessionId }),
    allowed: OWN,
  },
  "GET sessions/[id]/backstops": {
    needs: "session",
    path: ({ sessionId }) => `sessions/${sessionId}/backstops`,
    params: ({ sessionId }) => ({ id: sessionId }),
    allowed: OWN,
  },
  "GET labs": { path: () => "labs", allowed: STAFF },
  "GET people": { path: () => "people", allowed: STAFF },
  "GET courses": { path: () => "courses", allowed: STAFF },
  "GET reaper": { path: () => "reaper", allowed: STAFF },
  "GET reaper/preview": { path: () => "reaper/preview", allowed: STAFF },
  "GET capacity": { path: () => "capacity?cap=20", allowed: STAFF },
  "GET capacity/fit": {
    path: () => "capacity/fit?kind=vm&cpus=1&memoryMiB=1024&machineCount=1&diskMiB=0&ephemeralMiB=1024",
    allowed: STAFF,
  },
  "GET contention": { path: () => "contention?sinceMinutes=60", allowed: STAFF },
  "GET contention/what-if": { path: () => "contention/what-if?maxSkew=1", allowed: STAFF },
  "GET contention/last-lines": { path: () => "contention/last-lines?of=shop/a/app", allowed: ADMIN },
  "GET doctor": { path: () => "doctor", allowed: ADMIN },
  "GET me": { path: () => "me", allowed: SIGNED_IN },
  "GET audit": { path: () => "audit", allowed: STAFF },
  "GET health": { path: () => "health", allowed: PERSONAS },
  "GET live": { path: () => "live", allowed: PERSONAS },
  // A sign-in opens neither: they have a token of their own.
  "GET metrics": { path: () => "metrics", allowed: [] },
  "POST reap": { path: () => "reap", allowed: [] },
  "GET auth/[...all]": { path: () => "auth/list-sessions", allowed: [] },
  "POST auth/[...all]": { path: () => "auth/update-user", allowed: [] },
};
