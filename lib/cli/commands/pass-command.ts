import type { PreviewAnswer } from "@/lib/contracts/reaper";
import type { PassSummary } from "@/lib/domain/pass-summary";
import { ok, type Result } from "@/lib/contracts/result";
import type { ReapItem } from "@/lib/domain/reap-types";
import { DIRECTIONS } from "@/lib/domain/reap-types";
import { WORLD_KINDS } from "@/lib/domain/world";
import { previewPass } from "@/lib/usecases/preview-pass";
import { runReapPass } from "@/lib/usecases/run-reap-pass";
import { alignedText } from "../aligned-text";
import { CLI_ACTOR, defineCommand, noPositionals, type Printed } from "../command";

export const passCommand = defineCommand({
  name: "pass",
  summary: "Runs one pass of the reaper; with --dry-run it only says what a pass would do.",
  usage: "[--dry-run] [--json]",
  details: ["Exit status 1 where the pass failed or could read nothing."],
  options: { "dry-run": { type: "boolean" } },
  read(args) {
    noPositionals(args);
    return { isDryRun: args.flag("dry-run") };
  },
  async run(context, { isDryRun }): Promise<Result<Printed>> {
    if (isDryRun) {
      const answer = await previewPass(context, CLI_ACTOR);
      return answer.ok ? ok({ json: answer.value, text: previewText(answer.value) }) : answer;
    }
    const summary = await runReapPass(context, CLI_ACTOR, { trigger: "cli" });
    const isFailure = summary.outcome === "failed" || summary.outcome === "blind";
    return ok({ json: summary, text: summaryText(summary), isFailure });
  },
});

function summaryText(summary: PassSummary): string {
  if (summary.outcome === "skipped") return "Skipped: another pass is running.";
  const { number, outcome, durationMs, held, unguarded, failures } = summary;
  const lines = [`Pass ${number ?? "?"}: ${outcome}, ${durationMs} ms`];
  if (held !== null) lines.push(`Held: ${held}`);
  const rows = DIRECTIONS.map((direction) => {
    const { found, done, failed, skipped, deferred } = summary.directions[direction];
    return [direction, ...[found, done, failed, skipped, deferred].map(String)];
  });
  lines.push(alignedText(["DIRECTION", "FOUND", "DONE", "FAILED", "SKIPPED", "DEFERRED"], rows, ""));
  const unread = WORLD_KINDS.filter((kind) => summary.world[kind] === "unknown");
  if (unread.length > 0) lines.push(`Could not be read: ${unread.join(", ")}`);
  if (unguarded > 0) lines.push(`Unguarded sessions: ${unguarded}`);
  for (const { direction, found, allowed } of summary.brake) {
    lines.push(`Brake: ${found} of ${direction} found, ${allowed} allowed in an hour; see "confirm".`);
  }
  for (const failure of failures) {
    const status = failure.status === null ? "" : ` (${failure.status})`;
    lines.push(
      `Failed: ${failure.direction} ${failure.session ?? ""} ${failure.resource}: ${failure.error}${status}`,
    );
  }
  return lines.join("\n");
}

function previewText({ plan, held }: PreviewAnswer): string {
  const lines = [itemTable(plan.items, "A pass would change nothing.")];
  if (held !== null) lines.push(`Held: ${held}`);
  if (plan.keptBack.length > 0) lines.push("Kept back until then:", itemTable(plan.keptBack, ""));
  for (const set of plan.held)
    lines.push(`Brake: holds ${set.items.length} of ${set.direction}; see "confirm".`);
  for (const { direction, kinds } of plan.unjudged) {
    lines.push(`Not judged: ${direction}, because ${kinds.join(", ")} could not be read`);
  }
  return lines.join("\n");
}

function itemTable(items: readonly ReapItem[], none: string): string {
  const rows = items.map((item) => [item.direction, item.sessionId ?? "", actOf(item), item.key]);
  return alignedText(["DIRECTION", "SESSION", "ACT", "KEY"], rows, none);
}

function actOf(item: ReapItem): string {
  switch (item.direction) {
    case "settle":
      return item.act.to === "running" ? "call running" : "give the launch up";
    case "expired":
      return item.act === "claim" ? "end: its time is up" : "delete again";
    case "ghost":
      return "fail: all of its machines are gone";
    case "orphan":
    case "leftover":
      return `delete ${item.object.kind} ${item.object.namespace}/${item.object.name}`;
  }
}
