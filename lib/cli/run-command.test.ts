import { describe, expect, it, vi } from "vitest";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import type { Context } from "@/lib/usecases/context";
import { COMMANDS } from "./commands";
import { defineCommand, noPositionals, required, type Printed } from "./command";
import { NPM_SCRIPT } from "./help";
import { runCommand } from "./run-command";

function shell() {
  const out: string[] = [];
  const err: string[] = [];
  const finish = vi.fn(() => Promise.resolve());
  const open = vi.fn((_options: { readonly migrate: boolean }) =>
    Promise.resolve({ context: {} as Context, finish }),
  );
  return {
    out,
    err,
    finish,
    open,
    io: { program: NPM_SCRIPT, out: (t: string) => out.push(t), err: (t: string) => err.push(t), open },
  };
}

function commandThat(answer: () => Promise<Result<Printed>>, name = "greet") {
  return defineCommand({
    name,
    summary: "Greets.",
    usage: "--whom NAME",
    options: { whom: { type: "string" } },
    read(args) {
      noPositionals(args);
      return required(args, "whom", "NAME");
    },
    run: answer,
  });
}
const hello = commandThat(() => Promise.resolve(ok({ json: { said: "hello" }, text: "hello" })));
const call = ["greet", "--whom", "world"];

describe("runCommand", () => {
  it("prints text for people and ends with 0", async () => {
    const { io, out, err, finish } = shell();
    expect(await runCommand([hello], call, io)).toBe(0);
    expect([out, err]).toEqual([["hello"], []]);
    expect(finish).toHaveBeenCalledOnce();
  });

  it("brings the schema up to date for the command that is there for it, and for no other", async () => {
    const { io, open } = shell();
    await runCommand([hello], call, io);
    await runCommand([{ ...hello, migrates: true }], call, io);
    expect(open.mock.calls).toEqual([[{ migrate: false }], [{ migrate: true }]]);
    expect(COMMANDS.filter(({ migrates }) => migrates).map(({ name }) => name)).toEqual(["migrate"]);
  });

  it("prints one JSON value with --json", async () => {
    const { io, out } = shell();
    expect(await runCommand([hello], [...call, "--json"], io)).toBe(0);
    expect(out.map((line) => JSON.parse(line) as unknown)).toEqual([{ said: "hello" }]);
  });

  it("ends with 1 and the reason where it was refused, and closes what it opened", async () => {
    const { io, out, err, finish } = shell();
    const refused = refuse("refused", { reason: { code: "old-database" } });
    expect(await runCommand([commandThat(() => Promise.resolve(refused))], call, io)).toBe(1);
    expect(out).toEqual([]);
    expect(err.join()).toContain("(old-database)");
    expect(finish).toHaveBeenCalledOnce();
  });

  it("keeps a refusal in JSON on stdout", async () => {
    const { io, out } = shell();
    const command = commandThat(() => Promise.resolve(refuse("conflict")));
    expect(await runCommand([command], [...call, "--json"], io)).toBe(1);
    expect(JSON.parse(out.join())).toEqual({ error: { code: "conflict" } });
  });

  it("ends with 1 where it was carried out badly", async () => {
    const { io, out } = shell();
    const badly = ok({ json: null, text: "one was refused", isFailure: true });
    expect(await runCommand([commandThat(() => Promise.resolve(badly))], call, io)).toBe(1);
    expect(out).toEqual(["one was refused"]);
  });

  it("says why nothing could be opened", async () => {
    const { io, err, open } = shell();
    open.mockRejectedValueOnce(new Error("DATABASE_URL is not set."));
    expect(await runCommand([hello], call, io)).toBe(1);
    expect(err).toEqual(["DATABASE_URL is not set."]);
  });

  it("closes also what a command threw in", async () => {
    const { io, finish, err } = shell();
    const command = commandThat(() => Promise.reject(new Error("broken")));
    expect(await runCommand([command], call, io)).toBe(1);
    expect(finish).toHaveBeenCalledOnce();
    expect(err).toEqual(["broken"]);
  });

  it.each([
    [[], "Usage:"],
    [["dance"], '"dance" is no command.'],
    [["greet"], "--whom NAME is missing."],
    [["greet", "--whom"], "argument missing"],
    [["greet", "--whom", " "], "--whom is empty."],
    [["greet", "--whim", "x"], "Unknown option '--whim'"],
    [["greet", "--whom", "x", "y"], '"y" is not understood here.'],
  ])("ends %j with 2 and opens nothing", async (words, sentence) => {
    const { io, open, out, err } = shell();
    expect(await runCommand([hello], words, io)).toBe(2);
    expect(out.concat(err).join("\n")).toContain(sentence);
    expect(open).not.toHaveBeenCalled();
  });

  it.each([[["--help"]], [["help"]], [["greet", "--help"]], [["greet", "-h", "--whom"]]])(
    "answers %j with help and 0",
    async (words) => {
      const { io, open, out } = shell();
      expect(await runCommand([hello], words, io)).toBe(0);
      expect(out.join()).toContain("Usage: npm run -s curfew -- ");
      expect(open).not.toHaveBeenCalled();
    },
  );

  it("prefers the command with more words", async () => {
    const { io, out } = shell();
    const longer = commandThat(() => Promise.resolve(ok({ json: 1, text: "longer" })), "greet twice");
    expect(await runCommand([hello, longer], ["greet", "twice", "--whom", "x"], io)).toBe(0);
    expect(out).toEqual(["longer"]);
  });
});
