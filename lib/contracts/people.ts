import { z } from "zod";
import type { CourseRole, GlobalRole } from "@/lib/domain/person";
import { plainName, type Answer } from "./result";
import { recordId } from "./sessions";

export const email = z
  .email()
  .max(254)
  .transform((s) => s.toLowerCase());
export const addPersonInput = z.object({
  email,
  name: plainName(120),
  role: z.enum(["admin", "member"]).default("member"),
  courseId: recordId.optional(),
  courseRole: z.enum(["student", "instructor"]).optional(),
});
export type AddPersonInput = z.input<typeof addPersonInput>;
export const personIdInput = z.object({ id: recordId });
export const setPersonActiveInput = z.object({ id: recordId, isActive: z.boolean() });
export const setPersonRoleInput = z.object({ id: recordId, role: z.enum(["admin", "member"]) });
export const storeSshKeyInput = z.object({
  /** Left out: one's own. */
  id: recordId.optional(),
  /** One line of OpenSSH public key; empty removes it. */
  publicKey: z.string().trim().max(4096),
});
export const changePasswordInput = z.object({
  currentPassword: z.string().min(1).max(128),
  newPassword: z.string().min(12).max(128),
});
export const claimFirstAdminInput = z.object({
  /** From the app's log. */
  token: z.string().min(1).max(128),
  email,
  name: plainName(120),
  password: z.string().min(12).max(128),
});
export type ClaimFirstAdminInput = z.infer<typeof claimFirstAdminInput>;
export type PersonIdInput = z.infer<typeof personIdInput>;
export type SetPersonActiveInput = z.infer<typeof setPersonActiveInput>;
export type SetPersonRoleInput = z.infer<typeof setPersonRoleInput>;
export type StoreSshKeyInput = z.infer<typeof storeSshKeyInput>;
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: GlobalRole;
  readonly isActive: boolean;
  readonly hasSshKey: boolean;
  readonly createdAtMs: number;
  readonly courses: readonly { readonly id: string; readonly name: string; readonly role: CourseRole }[];
  readonly blockingSessionId: string | null;
}
export interface PersonList extends Answer {
  readonly items: readonly PersonRow[];
}
/** A new or reset password is shown once. */
export interface PersonSecret {
  readonly id: string;
  /** null: they were known already, and keep theirs. */
  readonly password: string | null;
}

export const courseInput = z.object({
  name: plainName(80),
  description: z.string().trim().max(2000),
});
export type CourseInput = z.infer<typeof courseInput>;
const courseMembers = z
  .array(z.object({ personId: recordId, role: z.enum(["student", "instructor"]) }))
  .max(2000);
const courseLabIds = z.array(recordId).max(500);
/** `seen` is what a form was opened with. What somebody else changed since then is kept; left out: overwritten. */
export const updateCourseInput = courseInput.extend({ id: recordId, seen: courseInput.optional() });
export const setCourseMembersInput = z.object({
  id: recordId,
  members: courseMembers,
  seen: courseMembers.optional(),
});
export const setCourseLabsInput = z.object({
  id: recordId,
  labIds: courseLabIds,
  seen: courseLabIds.optional(),
});
export const archiveCourseInput = z.object({ id: recordId, isArchived: z.boolean() });
export type UpdateCourseInput = z.infer<typeof updateCourseInput>;
export type SetCourseMembersInput = z.infer<typeof setCourseMembersInput>;
export type SetCourseLabsInput = z.infer<typeof setCourseLabsInput>;
export type ArchiveCourseInput = z.infer<typeof archiveCourseInput>;

export interface CourseRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isArchived: boolean;
  readonly createdAtMs: number;
  readonly labs: readonly { readonly id: string; readonly name: string }[];
  readonly members: readonly {
    readonly personId: string;
    readonly name: string;
    readonly email: string;
    readonly role: CourseRole;
  }[];
}
export interface CourseList extends Answer {
  readonly items: readonly CourseRow[];
}
