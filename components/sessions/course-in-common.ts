import type { CourseRow } from "@/lib/contracts/people";

/** A course, not archived, in which this person is and which has this lab: what a session is opened under. */
export function courseInCommon(
  courses: readonly CourseRow[],
  personId: string,
  labId: string,
): CourseRow | undefined {
  return courses.find(
    (course) =>
      !course.isArchived &&
      course.members.some((member) => member.personId === personId) &&
      course.labs.some((lab) => lab.id === labId),
  );
}
