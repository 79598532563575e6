import { describe, expect, it } from "vitest";
import type { Actor } from "./person";
import { may, mayAnywhere, PERMISSION_NAMES, type Permission, type PermissionScope } from "./permissions";

function person(id: string, role: "admin" | "member", instructs: string[], studies: string[]): Actor {
  return { type: "person", id, email: `${id}@lab.test`, name: id, role, instructs, studies };
}
const student = person("stu", "member", [], ["c1"]);
const instructor = person("ins", "member", ["c1"], []);
const admin = person("adm", "admin", [], []);
const system = (name: "cronjob" | "cli" | "timer" | "reaper" | "demo"): Actor => ({ type: "system", name });

const mine: PermissionScope = { ownerId: "stu", personId: "stu", courseIds: ["c1"] };
const inCourse: PermissionScope = { ownerId: "other", personId: "other", courseIds: ["c0", "c1"] };
const elsewhere: PermissionScope = { ownerId: "other", personId: "other", courseIds: ["c2"] };

/** Columns: student own · student other's · instructor in course · instructor elsewhere · admin · cli · cronjob */
const TABLE: Record<Permission, string> = {
  "session.see": "y n y n y y n",
  "session.start": "y n y n y y n",
  "session.extend": "y n y n y y n",
  "session.end": "y n y n y y n",
  "session.start-machine": "y n y n y y n",
  "lab.see": "n n y n y y n",
  "lab.manage": "n n y n y y n",
  "person.see": "n n y n y y n",
  "person.manage": "n n y n y y n",
  "person.manage-admins": "n n n n y y n",
  "ssh-key.store": "y n n n n n n",
  "password.change": "y n n n n n n",
  "sign-in.end": "y n n n y y n",
  "course.see": "n n y n y y n",
  "course.manage": "n n y n y y n",
  "pass.run": "n n n n y y y",
  "pass.see": "n n y y y y n",
  "held.confirm": "n n n n y y n",
  "switch.set": "n n n n y y n",
  "switch.see": "n n y y y y n",
  "foreign.delete": "n n n n y y n",
  "cluster.adopt": "n n n n y y n",
  "database.accept": "n n n n y y n",
  "capacity.see": "n n y y y y n",
  "log.see": "n n n n y y n",
  "audit.see": "n n y n y n n",
  "doctor.see": "n n n n y y n",
};

describe("may", () => {
  it.each(PERMISSION_NAMES)("%s is granted as the design's table says", (permission) => {
    const asked = [
      may(student, permission, mine),
      may(student, permission, inCourse),
      may(instructor, permission, inCourse),
      may(instructor, permission, elsewhere),
      may(admin, permission, elsewhere),
      may(system("cli"), permission),
      may(system("cronjob"), permission),
    ];
    expect(asked.map((yes) => (yes ? "y" : "n")).join(" ")).toBe(TABLE[permission]);
  });
  it("takes a left-out scope for everything: an admin's, not an instructor's or an owner's", () => {
    expect(may(admin, "session.see")).toBe(true);
    expect(may(instructor, "session.see")).toBe(false);
    expect(may(student, "session.see")).toBe(false);
  });
  it("lets everybody, admins too, store a key or change a password only for themselves", () => {
    expect(may(admin, "ssh-key.store", { personId: "adm" })).toBe(true);
    expect(may(admin, "password.change", { personId: "stu" })).toBe(false);
  });
  it("lets timer and reaper run a pass and nothing that people decide", () => {
    for (const name of ["timer", "reaper"] as const) {
      expect(may(system(name), "pass.run")).toBe(true);
      expect(may(system(name), "held.confirm")).toBe(false);
      expect(may(system(name), "switch.set")).toBe(false);
    }
  });
});

describe("mayAnywhere", () => {
  it("opens a door to whoever may do it to something", () => {
    expect(mayAnywhere(instructor, "lab.see")).toBe(true);
    expect(mayAnywhere(student, "lab.see")).toBe(false);
    expect(mayAnywhere(student, "session.see")).toBe(true);
    expect(mayAnywhere(system("cli"), "lab.see")).toBe(true);
  });
});
