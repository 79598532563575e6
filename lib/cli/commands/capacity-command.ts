import { ok, type Result } from "@/lib/contracts/result";
import { getCapacity } from "@/lib/usecases/get-capacity";
import { capacityText } from "../capacity-text";
import { CLI_ACTOR, defineCommand, noPositionals, type Printed } from "../command";

export const capacityCommand = defineCommand({
  name: "capacity",
  summary: "Tells what is used, what is left, and what will refuse the next student.",
  usage: "[--json]",
  details: ["What could not be read is called unmeasured; it is no failure of the command."],
  read: noPositionals,
  async run(context): Promise<Result<Printed>> {
    const answer = await getCapacity(context, CLI_ACTOR);
    return answer.ok ? ok({ json: answer.value, text: capacityText(answer.value) }) : answer;
  },
});
