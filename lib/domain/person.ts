/** A person's global role. Student and instructor are roles in a course. */
export type GlobalRole = "admin" | "member";
export type CourseRole = "student" | "instructor";

/** Who acts: a person, or a named system actor of the audit log. */
export type Actor =
  | {
      readonly type: "person";
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly role: GlobalRole;
      /** Courses in which the person is an instructor / a student (archived ones left out). */
      readonly instructs: readonly string[];
      readonly studies: readonly string[];
    }
  | {
      readonly type: "system";
      readonly name: "cronjob" | "cli" | "timer" | "reaper" | "demo" | "sign-in" | "setup";
    };
