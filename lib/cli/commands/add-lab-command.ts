import { readFile } from "node:fs/promises";
import { createLabInput, type CreateLabInput } from "@/lib/contracts/labs";
import { parseInput } from "@/lib/contracts/parse-input";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { createLab } from "@/lib/usecases/create-lab";
import { CLI_ACTOR, defineCommand, noPositionals, required, type Printed } from "../command";
import { courseIdOf, notFound } from "./session-commands";

export const addLabCommand = defineCommand({
  name: "labs add",
  summary: "Adds a lab that a JSON file describes; with --course, to that course.",
  usage: "--file LAB.json [--course COURSE] [--json]",
  details: ["The file has the fields that `labs --json` shows, without id, version and times."],
  options: { file: { type: "string" }, course: { type: "string" } },
  read(args) {
    noPositionals(args);
    return { file: required(args, "file", "LAB.json"), course: args.text("course") };
  },
  async run(context, { file, course }): Promise<Result<Printed>> {
    const lab = await readLab(file);
    if (!lab.ok) return lab;
    const courseId = course === undefined ? undefined : await courseIdOf(context, course);
    if (courseId === null) return notFound("course");
    const answer = await createLab(context, CLI_ACTOR, { ...lab.value, courseId });
    return answer.ok ? ok({ json: answer.value, text: `Added ${lab.value.slug}.` }) : answer;
  },
});

async function readLab(file: string): Promise<Result<CreateLabInput>> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const code = error instanceof SyntaxError ? "not-json" : "not-readable";
    return refuse("invalid", { fields: [{ path: file, code }] });
  }
  return parseInput(createLabInput, json);
}
