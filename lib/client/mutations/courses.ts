"use client";
import {
  archiveCourse,
  createCourse,
  setCourseLabs,
  setCourseMembers,
  updateCourse,
} from "@/lib/actions/courses";
import { QUERY, type QueryName } from "../queries";
import { useAction } from "./use-action";

const CHANGES: readonly QueryName[] = [QUERY.courses, QUERY.people, QUERY.labs, QUERY.me];

export const useCreateCourse = () => useAction(createCourse, CHANGES);
export const useUpdateCourse = () => useAction(updateCourse, CHANGES);
export const useSetCourseMembers = () => useAction(setCourseMembers, CHANGES);
export const useSetCourseLabs = () => useAction(setCourseLabs, CHANGES);
export const useArchiveCourse = () => useAction(archiveCourse, CHANGES);
