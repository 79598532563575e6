import type { SetCourseMembersInput } from "@/lib/contracts/people";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { addAudit } from "@/lib/db/audit";
import { findLockedCourse, setMembers, type Course } from "@/lib/db/courses";
import { inTransaction, type At } from "@/lib/db/database";
import { listPeople } from "@/lib/db/people";
import { mergeChanges } from "@/lib/domain/merge-changes";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { refuseCourse } from "./steps/course-scope";

type Members = readonly SetCourseMembersInput["members"][number][];

/**
 * Makes these, and nobody else, the members; with `seen`, changes only what differs from it. An instructor adds and
 * removes students, of the people whom they see; instructors are an admin's to name.
 */
export async function setCourseMembers(
  context: Context,
  actor: Actor,
  { id, members: wanted, seen }: SetCourseMembersInput,
): Promise<Result<{ id: string }>> {
  const refusal = refuseCourse(actor, id);
  if (refusal !== null) return refusal;
  return inTransaction(context.db, async (tx): Promise<Result<{ id: string }>> => {
    const course = await findLockedCourse(tx, id);
    if (course === null) return refuse("not-found");
    const members = merged(course.members, seen ?? course.members, wanted);
    if (!(await maySet(tx, actor, course, members))) return refuse("forbidden");
    const outcome = await setMembers(tx, { id, members });
    if (outcome === "not-found") return refuse("not-found");
    if (outcome === "unknown-member")
      return refuse("invalid", { fields: [{ path: "members", code: "unknown" }] });
    const params = {
      ...changes(course.members, members),
      members: new Set(members.map((m) => m.personId)).size,
    };
    await addAudit(tx, {
      actor,
      action: "course.set-members",
      subjectType: "course",
      subjectId: id,
      courseId: id,
      params,
    });
    return ok({ id });
  });
}

async function maySet(tx: At, actor: Actor, course: Course, members: Members): Promise<boolean> {
  if (may(actor, "person.manage-admins") || actor.type !== "person") return true;
  if (listed(instructorsOf(course.members)) !== listed(instructorsOf(members))) return false;
  const seen = new Set((await listPeople(tx, { courseIds: actor.instructs })).map(({ id }) => id));
  return members.every(({ personId }) => seen.has(personId));
}

function merged(now: Members, seen: Members, wanted: Members): Members {
  const roles = (members: Members) => new Map(members.map(({ personId, role }) => [personId, role]));
  return [...mergeChanges(roles(now), roles(seen), roles(wanted))].map(([personId, role]) => ({
    personId,
    role,
  }));
}

const instructorsOf = (members: Members) => members.filter(({ role }) => role === "instructor");
const listed = (members: Members): string =>
  [...new Set(members.map((m) => `${m.personId}=${m.role}`))].sort().join(" ");

/** Who came and who went, for the audit; cut, since a class may be long. */
function changes(before: Members, after: Members): { added: string; removed: string } {
  const [old, now] = [before, after].map((members) => new Set(listed(members).split(" ").filter(Boolean)));
  const only = (a: Set<string> = new Set(), b: Set<string> = new Set()) =>
    [...a].filter((each) => !b.has(each));
  return { added: only(now, old).join(" ").slice(0, 2000), removed: only(old, now).join(" ").slice(0, 2000) };
}
