import { addPersonInput } from "@/lib/contracts/people";
import { ok, type Result } from "@/lib/contracts/result";
import { findPersonByEmail } from "@/lib/db/people";
import { addPerson } from "@/lib/usecases/add-person";
import { resetPassword } from "@/lib/usecases/reset-password";
import { CLI_ACTOR, defineCommand, UsageError, type CommandArgs, type Printed } from "../command";
import { courseIdOf, notFound } from "./session-commands";

export const addPersonCommand = defineCommand({
  name: "people add",
  summary: "Adds a person, with a password that is shown once; with --course, as its member.",
  usage: "EMAIL [--name NAME] [--admin] [--course COURSE [--role student|instructor]] [--json]",
  details: [
    "--name NAME      left out: the part of the address before the @",
    "--course COURSE  by name or id",
    "--role ROLE      in that course; left out: student",
  ],
  options: {
    name: { type: "string" },
    admin: { type: "boolean" },
    course: { type: "string" },
    role: { type: "string" },
  },
  read: readPerson,
  async run(context, { course, person }): Promise<Result<Printed>> {
    const courseId = course === undefined ? undefined : await courseIdOf(context, course);
    if (courseId === null) return notFound("course");
    const answer = await addPerson(context, CLI_ACTOR, { ...person, courseId });
    if (!answer.ok) return answer;
    const { password } = answer.value;
    const lines =
      password === null
        ? [`${person.email} is known already and is now in the course; their password stays.`]
        : [`Added ${person.email}.`, `Password, shown only now: ${password}`];
    return ok({ json: answer.value, text: lines.join("\n") });
  },
});

export const resetPasswordCommand = defineCommand({
  name: "people reset-password",
  summary:
    "Gives a person a new password that is shown once: it opens a locked account, and ends their sign-ins.",
  usage: "EMAIL [--json]",
  read({ positionals }) {
    const [email, ...rest] = positionals;
    if (email === undefined) throw new UsageError("The EMAIL is missing.");
    if (rest.length > 0) throw new UsageError(`"${rest[0]}" is not understood here.`);
    return email.trim().toLowerCase();
  },
  async run(context, email): Promise<Result<Printed>> {
    const person = await findPersonByEmail(context.db.at, email);
    if (person === null) return notFound("person");
    const answer = await resetPassword(context, CLI_ACTOR, { id: person.id });
    if (!answer.ok) return answer;
    return ok({ json: answer.value, text: `Password of ${email}, shown only now: ${answer.value.password}` });
  },
});

function readPerson(args: CommandArgs) {
  const [email, ...rest] = args.positionals;
  if (email === undefined) throw new UsageError("The EMAIL is missing.");
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is not understood here.`);
  const course = args.text("course");
  const role = args.text("role");
  if (role !== undefined && course === undefined) throw new UsageError("--role needs --course COURSE.");
  const parsed = addPersonInput.safeParse({
    email,
    name: args.text("name") ?? email.split("@")[0],
    role: args.flag("admin") ? "admin" : "member",
    courseRole: course === undefined ? undefined : (role ?? "student"),
  });
  if (parsed.success) return { course, person: parsed.data };
  throw new UsageError(SENTENCES[String(parsed.error.issues[0]?.path[0])] ?? "The call cannot be read.");
}

const SENTENCES: Readonly<Record<string, string>> = {
  email: "EMAIL is no e-mail address.",
  name: "--name has 1 to 120 characters.",
  courseRole: "--role is student or instructor.",
};
