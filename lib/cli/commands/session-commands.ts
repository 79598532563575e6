import { ok, refuse, type ItemResult, type Result } from "@/lib/contracts/result";
import { sessionIdsInput } from "@/lib/contracts/sessions";
import { listCourses } from "@/lib/db/courses";
import { findLab } from "@/lib/db/labs";
import { findPersonByEmail } from "@/lib/db/people";
import type { Context } from "@/lib/usecases/context";
import { endSessions } from "@/lib/usecases/end-sessions";
import { extendSessions } from "@/lib/usecases/extend-sessions";
import { startSession } from "@/lib/usecases/start-session";
import {
  CLI_ACTOR,
  defineCommand,
  noPositionals,
  required,
  UsageError,
  type CommandArgs,
  type Printed,
} from "../command";
import { utcTime } from "../show-time";
import { wordRefusal } from "../word-refusal";

export const startCommand = defineCommand({
  name: "start",
  summary: "Starts a session of a lab for a student, and waits until its machines are made.",
  usage: "--lab LAB --student EMAIL [--course COURSE] [--json]",
  details: [
    "--lab LAB        the lab's short name or id",
    "--student EMAIL  for whom",
    "--course COURSE  which of the student's courses, by name or id; left out: the first that has the lab",
  ],
  options: { lab: { type: "string" }, student: { type: "string" }, course: { type: "string" } },
  read(args) {
    noPositionals(args);
    return {
      lab: required(args, "lab", "LAB"),
      student: required(args, "student", "EMAIL"),
      course: args.text("course"),
    };
  },
  async run(context, request): Promise<Result<Printed>> {
    const { at } = context.db;
    const [lab, student] = await Promise.all([
      findLab(at, request.lab),
      findPersonByEmail(at, request.student.toLowerCase()),
    ]);
    if (lab === null) return notFound("lab");
    if (student === null) return notFound("student");
    const courseId = request.course === undefined ? undefined : await courseIdOf(context, request.course);
    if (courseId === null) return notFound("course");
    const input = { labId: lab.id, studentId: student.id, courseId };
    const answer = await startSession(context, CLI_ACTOR, input);
    if (!answer.ok) return answer;
    const { id, oneTimePassword } = answer.value;
    const lines = [`Session ${id} of ${lab.name} is starting for ${student.email}.`];
    if (oneTimePassword !== null) lines.push(`One-time password, shown only now: ${oneTimePassword}`);
    return ok({ json: answer.value, text: lines.join("\n") });
  },
});

export const extendCommand = defineCommand({
  name: "extend",
  summary: "Gives sessions another session's time from now, up to their maximum.",
  usage: "ID... [--json]",
  read: readIds,
  async run(context, ids): Promise<Result<Printed>> {
    const answer = await extendSessions(context, CLI_ACTOR, { ids });
    return perItem(answer, ({ expiresAtMs, isAtMaximum }) => {
      const last = isAtMaximum ? " This is the maximum." : "";
      return `goes on until ${utcTime(expiresAtMs)}.${last}`;
    });
  },
});

export const endCommand = defineCommand({
  name: "end",
  summary: "Ends sessions and deletes what they have.",
  usage: "ID... [--json]",
  read: readIds,
  async run(context, ids): Promise<Result<Printed>> {
    const answer = await endSessions(context, CLI_ACTOR, { ids });
    return perItem(answer, ({ status }) =>
      status === "ending"
        ? "is ending: the cluster has not accepted every delete yet, and the next pass tries again."
        : `is ${status}.`,
    );
  },
});

function readIds(args: CommandArgs): string[] {
  if (args.positionals.length === 0) throw new UsageError("The session's ID is missing.");
  const ids = args.positionals.map((word) => word.replace(/^lab-/, ""));
  const parsed = sessionIdsInput.safeParse({ ids });
  if (parsed.success) return parsed.data.ids;
  const wrong = ids.find((_, place) => parsed.error.issues.some((issue) => issue.path[1] === place));
  throw new UsageError(`"${wrong ?? "this"}" is no session's ID: 10 characters of a-z and 0-9.`);
}

/** One line an item; exit status 1 where one of them was refused. */
function perItem<T>(answer: Result<ItemResult<T>[]>, word: (value: T) => string): Result<Printed> {
  if (!answer.ok) return answer;
  const lines = answer.value.map(
    ({ id, result }) => `${id}: ${result.ok ? word(result.value) : wordRefusal(result.error)}`,
  );
  const isFailure = answer.value.some(({ result }) => !result.ok);
  return ok({ json: answer.value, text: lines.join("\n"), isFailure });
}

export async function courseIdOf(context: Context, nameOrId: string): Promise<string | null> {
  const courses = await listCourses(context.db.at);
  const found = courses.find(
    ({ id, name }) => id === nameOrId || name.toLowerCase() === nameOrId.toLowerCase(),
  );
  return found?.id ?? null;
}

/** Says which of the things that were named there is not. */
export function notFound(path: string): Result<never> {
  return refuse("not-found", { fields: [{ path, code: "not-found" }] });
}
