import { parseArgs, type ParseArgsConfig } from "node:util";
import type { Result } from "@/lib/contracts/result";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "@/lib/usecases/context";

/** What a command shows: the same facts as text for people and as JSON for programs. */
export interface Printed {
  readonly json: unknown;
  readonly text: string;
  /** It was carried out, but not well: exit status 1. */
  readonly isFailure?: boolean;
}
export interface CommandArgs {
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  flag(name: string): boolean;
  readonly positionals: readonly string[];
}
export type Job = (context: Context) => Promise<Result<Printed>>;
/** What needs neither database nor cluster. Throws an Error with a sentence where it cannot be done. */
export type LocalJob = () => Result<Printed>;
export interface PreparedCall {
  readonly isJson: boolean;
  readonly job: Job;
  /** In place of `job`, without opening anything; null where there is no such way. */
  readonly local: LocalJob | null;
}
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What follows the name in a call. */
  readonly usage: string;
  readonly details: readonly string[];
  /** Brings the schema up to date before it looks at the database. */
  readonly migrates: boolean;
  /** Reads the words of a call. Throws UsageError; touches nothing outside. */
  prepare(words: readonly string[]): PreparedCall;
}

/** The call itself is wrong: exit status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const CLI_ACTOR: Actor = { type: "system", name: "cli" };

export interface CommandDefinition<R> {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly details?: readonly string[];
  readonly options?: NonNullable<ParseArgsConfig["options"]>;
  readonly migrates?: boolean;
  read(args: CommandArgs): R;
  run(context: Context, request: R): Promise<Result<Printed>>;
  /** The same from what is at hand; null where this call needs database and cluster. */
  runLocal?(request: R): LocalJob | null;
}

export function defineCommand<R>(definition: CommandDefinition<R>): Command {
  return {
    name: definition.name,
    summary: definition.summary,
    usage: definition.usage,
    details: definition.details ?? [],
    migrates: definition.migrates ?? false,
    prepare(words) {
      const { args, isJson } = readWords(words, definition.options ?? {});
      const request = definition.read(args);
      const local = definition.runLocal?.(request) ?? null;
      return { isJson, job: (context) => definition.run(context, request), local };
    },
  };
}

function readWords(words: readonly string[], options: NonNullable<ParseArgsConfig["options"]>) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...options, json: { type: "boolean" } },
      allowPositionals: true,
      strict: true,
    });
    return { args: argsOf(values, positionals), isJson: values["json"] === true };
  } catch (error) {
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : "The call cannot be read.");
  }
}

function argsOf(values: Readonly<Record<string, unknown>>, positionals: readonly string[]): CommandArgs {
  return {
    text(name) {
      const value = values[name];
      if (typeof value !== "string") return undefined;
      if (value.trim() === "") throw new UsageError(`--${name} is empty.`);
      return value.trim();
    },
    texts(name) {
      const value = values[name];
      if (!Array.isArray(value)) return [];
      // An unset variable of the shell: to leave it out would widen what is asked for.
      if (value.some((item) => String(item).trim() === "")) throw new UsageError(`--${name} is empty.`);
      return value.map(String);
    },
    flag: (name) => values[name] === true,
    positionals,
  };
}

function firstSentence(message: string): string {
  return `${message.split(/\.\s/)[0]?.replace(/\.$/, "") ?? message}.`;
}

/** An option that must be there. */
export function required(args: CommandArgs, name: string, meaning: string): string {
  const value = args.text(name);
  if (value === undefined) throw new UsageError(`--${name} ${meaning} is missing.`);
  return value;
}

/** A command that takes no words of its own refuses them, so that a typing error is not passed by. */
export function noPositionals(args: CommandArgs): void {
  const extra = args.positionals[0];
  if (extra !== undefined) throw new UsageError(`"${extra}" is not understood here.`);
}
