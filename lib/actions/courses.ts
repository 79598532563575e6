"use server";
import "server-only";
import {
  archiveCourseInput,
  courseInput,
  setCourseLabsInput,
  setCourseMembersInput,
  updateCourseInput,
  type ArchiveCourseInput,
  type CourseInput,
  type SetCourseLabsInput,
  type SetCourseMembersInput,
  type UpdateCourseInput,
} from "@/lib/contracts/people";
import type { ActionAnswer } from "@/lib/contracts/result";
import { runAction } from "@/lib/server/action";
import * as archive from "@/lib/usecases/archive-course";
import * as create from "@/lib/usecases/create-course";
import * as labs from "@/lib/usecases/set-course-labs";
import * as members from "@/lib/usecases/set-course-members";
import * as update from "@/lib/usecases/update-course";

export async function createCourse(input: CourseInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("createCourse", courseInput, input, create.createCourse);
}

export async function updateCourse(input: UpdateCourseInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("updateCourse", updateCourseInput, input, update.updateCourse);
}

export async function setCourseMembers(input: SetCourseMembersInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("setCourseMembers", setCourseMembersInput, input, members.setCourseMembers);
}

export async function setCourseLabs(input: SetCourseLabsInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("setCourseLabs", setCourseLabsInput, input, labs.setCourseLabs);
}

export async function archiveCourse(input: ArchiveCourseInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("archiveCourse", archiveCourseInput, input, archive.archiveCourse);
}
