import { ok, type Result } from "@/lib/contracts/result";
import { sessionListQuery, type SessionRow } from "@/lib/contracts/sessions";
import { isLive } from "@/lib/domain/states";
import { listLabs } from "@/lib/usecases/list-labs";
import { listSessions } from "@/lib/usecases/list-sessions";
import { alignedText } from "../aligned-text";
import { CLI_ACTOR, defineCommand, noPositionals, UsageError, type Printed } from "../command";
import { timeLeft, utcTime } from "../show-time";
import { wordReason } from "../word-refusal";

export const labsCommand = defineCommand({
  name: "labs",
  summary: "Lists the labs.",
  usage: "[--json]",
  read: noPositionals,
  async run(context): Promise<Result<Printed>> {
    const answer = await listLabs(context, CLI_ACTOR);
    if (!answer.ok) return answer;
    const rows = answer.value.items.map((lab) => [
      lab.slug,
      lab.name,
      lab.spec.kind,
      `${lab.spec.machineCount} x ${lab.spec.cpus} CPU, ${lab.spec.memoryMiB} MiB`,
      lab.isEnabled ? "enabled" : "switched off",
      String(lab.liveSessions),
      lab.courseNames.join(", "),
    ]);
    const headings = ["LAB", "NAME", "KIND", "MACHINES", "STATE", "LIVE", "COURSES"];
    return ok({ json: answer.value.items, text: alignedText(headings, rows, "There is no lab yet.") });
  },
});

export const sessionsCommand = defineCommand({
  name: "sessions",
  summary: "Lists the sessions: those that are live or ending, or others.",
  usage: "[--all | --over] [--search TEXT] [--json]",
  details: ["--all          those that are over too", "--over         only those that are over"],
  options: { all: { type: "boolean" }, over: { type: "boolean" }, search: { type: "string" } },
  read(args) {
    noPositionals(args);
    if (args.flag("all") && args.flag("over")) throw new UsageError("Give --all or --over, not both.");
    const scope = args.flag("all") ? "all" : args.flag("over") ? "over" : "live";
    const parsed = sessionListQuery.safeParse({ scope, q: args.text("search") });
    if (!parsed.success) throw new UsageError("--search has at most 200 characters.");
    return parsed.data;
  },
  async run(context, query): Promise<Result<Printed>> {
    const answer = await listSessions(context, CLI_ACTOR, query);
    if (!answer.ok) return answer;
    const { items, isCut, serverNowMs } = answer.value;
    const text = alignedText(
      HEADINGS,
      items.map((row) => sessionCells(row, serverNowMs)),
      query.scope === "live" && query.q === undefined
        ? "No session is live or ending."
        : "There is no such session.",
    );
    return ok({ json: items, text: isCut ? `${text}\nOnly the newest ${items.length} are shown.` : text });
  },
});

const HEADINGS = ["ID", "STUDENT", "LAB", "STATUS", "LEFT", "ENDS", "WHY"];

function sessionCells(row: SessionRow, nowMs: number): string[] {
  return [
    row.id,
    row.studentEmail,
    row.labName,
    row.status,
    isLive(row) ? timeLeft(row.expiresAtMs, nowMs) : "-",
    utcTime(row.expiresAtMs),
    whyOf(row),
  ];
}

/** Why it ended or, while it is provisioning, why its machines do not start. */
function whyOf({ reason, endReason, launchProblem }: SessionRow): string {
  if (launchProblem !== null) return `does not start: ${wordReason(launchProblem)}`;
  return reason === null ? (endReason ?? "") : wordReason(reason);
}
