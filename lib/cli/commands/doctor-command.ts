import { createTranslator } from "next-intl";
import { ok, type Result } from "@/lib/contracts/result";
import type { DoctorLine } from "@/lib/domain/doctor";
import messages from "@/lib/i18n/messages/en.json";
import { getDoctor } from "@/lib/usecases/get-doctor";
import { CLI_ACTOR, defineCommand, noPositionals, type Printed } from "../command";

type Translate = (key: string, values?: DoctorLine["params"]) => string;
const t = createTranslator({ locale: "en", messages, namespace: "doctor" }) as unknown as Translate;

export const doctorCommand = defineCommand({
  name: "doctor",
  summary: "Says what this installation lacks, and what to do about it.",
  usage: "[--json]",
  details: ["It changes nothing. Exit status 1 where a line failed."],
  read: noPositionals,
  async run(context): Promise<Result<Printed>> {
    const answer = await getDoctor(context, CLI_ACTOR);
    if (!answer.ok) return answer;
    const { lines } = answer.value;
    return ok({
      json: lines,
      text: lines.map(textOf).join("\n"),
      isFailure: lines.some(({ state }) => state === "failed"),
    });
  },
});

const WIDTH = "unmeasured  ".length;

function textOf({ code, state, params }: DoctorLine): string {
  const what = `${t(`states.${state}`).padEnd(WIDTH)}${t(`what.${code}`, params)}`;
  return state === "ok" ? what : `${what}\n${" ".repeat(WIDTH)}${t(`todo.${code}`, params)}`;
}
