import { type Refusal, refuse, type Result } from "@/lib/contracts/result";
import type { Context } from "@/lib/usecases/context";
import { UsageError, type Command, type PreparedCall, type Printed } from "./command";
import { commandHelp, generalHelp } from "./help";
import { wordRefusal } from "./word-refusal";

export interface CommandIo {
  /** How the shell that this runs in calls it, for the help. */
  readonly program: string;
  out(text: string): void;
  err(text: string): void;
  /** Opens database and cluster; rejects with a sentence where that cannot be done. */
  open(options: { readonly migrate: boolean }): Promise<OpenedContext>;
}
export interface OpenedContext {
  readonly context: Context;
  /** Waits for the work that goes on after the answer, then closes database and cluster. */
  finish(): Promise<void>;
}
/** 0: done. 1: refused or failed, with the reason. 2: the call cannot be understood. */
export type ExitStatus = 0 | 1 | 2;

/** Carries out one call of the command line. Never throws. */
export async function runCommand(
  commands: readonly Command[],
  words: readonly string[],
  io: CommandIo,
): Promise<ExitStatus> {
  if (words.length === 0 || words[0] === "help" || words[0] === "--help" || words[0] === "-h") {
    io.out(generalHelp(commands, io.program));
    return words.length === 0 ? 2 : 0;
  }
  const found = findCommand(commands, words);
  if (found === null) return usage(io, `"${words[0]}" is no command.`, generalHelp(commands, io.program));
  if (found.rest.includes("--help") || found.rest.includes("-h")) {
    io.out(commandHelp(found.command, io.program));
    return 0;
  }
  try {
    const ready = { ...io, open: () => io.open({ migrate: found.command.migrates }) };
    return await carryOut(found.command.prepare(found.rest), ready);
  } catch (error) {
    if (error instanceof UsageError) return usage(io, error.message, commandHelp(found.command, io.program));
    throw error;
  }
}

function findCommand(commands: readonly Command[], words: readonly string[]) {
  const sorted = [...commands].sort((a, b) => b.name.split(" ").length - a.name.split(" ").length);
  for (const command of sorted) {
    const name = command.name.split(" ");
    if (name.every((word, place) => words[place] === word))
      return { command, rest: words.slice(name.length) };
  }
  return null;
}

function usage(io: CommandIo, message: string, help: string): ExitStatus {
  io.err(`${message}\n\n${help}`);
  return 2;
}

type ReadyIo = Omit<CommandIo, "open"> & { open(): Promise<OpenedContext> };

async function carryOut({ isJson, job, local }: PreparedCall, io: ReadyIo): Promise<ExitStatus> {
  let opened: OpenedContext | null = null;
  let result: Result<Printed>;
  try {
    opened = local ? null : await io.open();
    result = opened ? await job(opened.context) : (local?.() ?? refuse("unexpected"));
  } catch (error) {
    result = { ok: false, error: unexpected(error, io) };
  }
  show(result, isJson, io);
  await opened?.finish();
  return result.ok && result.value.isFailure !== true ? 0 : 1;
}

/** An operator at a shell is told the error's own sentence: there is no other log beside this one. */
function unexpected(error: unknown, io: ReadyIo): Refusal {
  io.err(error instanceof Error ? error.message : "An unexpected error.");
  return { code: "unexpected" };
}

function show(result: Result<Printed>, isJson: boolean, io: ReadyIo): void {
  if (isJson) io.out(JSON.stringify(result.ok ? result.value.json : { error: result.error }));
  else if (result.ok) io.out(result.value.text);
  else if (result.error.code !== "unexpected") io.err(wordRefusal(result.error));
}
