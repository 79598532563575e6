import { setSwitchInput, SWITCH_NAMES, type SwitchState } from "@/lib/contracts/reaper";
import { ok, type Result } from "@/lib/contracts/result";
import { readSwitches } from "@/lib/db/switches";
import { setSwitch } from "@/lib/usecases/set-switch";
import { alignedText } from "../aligned-text";
import { CLI_ACTOR, defineCommand, UsageError, type Printed } from "../command";
import { utcTime } from "../show-time";

export const switchCommand = defineCommand({
  name: "switch",
  summary: "Turns a switch on or off; without a name it shows both.",
  usage: `[${SWITCH_NAMES.join(" | ")}] [on | off] [--message TEXT] [--json]`,
  details: ["--message TEXT  shown to students (no-new-sessions) or kept for the audit"],
  options: { message: { type: "string" } },
  read(args) {
    const [name, state, ...rest] = args.positionals;
    if (name === undefined) return null;
    if (rest.length > 0) throw new UsageError(`"${rest[0]}" is not understood here.`);
    if (state !== "on" && state !== "off") throw new UsageError(`Say on or off: switch ${name} on.`);
    const message = args.text("message") ?? "";
    const parsed = setSwitchInput.safeParse({ name, isOn: state === "on", message });
    if (parsed.success) return parsed.data;
    const isName = parsed.error.issues[0]?.path[0] === "name";
    throw new UsageError(
      isName
        ? `"${name}" is no switch: ${SWITCH_NAMES.join(" or ")}.`
        : "--message has at most 300 characters.",
    );
  },
  async run(context, request): Promise<Result<Printed>> {
    if (request === null) return ok(printed(await readSwitches(context.db.at)));
    const answer = await setSwitch(context, CLI_ACTOR, request);
    return answer.ok ? ok(printed(answer.value)) : answer;
  },
});

function printed(switches: readonly SwitchState[]): Printed {
  const rows = switches.map(({ name, isOn, byName, atMs, message }) => [
    name,
    isOn ? "on" : "off",
    byName ?? "",
    atMs === null ? "" : utcTime(atMs),
    message,
  ]);
  return { json: switches, text: alignedText(["SWITCH", "STATE", "BY", "AT", "MESSAGE"], rows, "") };
}
