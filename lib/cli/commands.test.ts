import { describe, expect, it, vi } from "vitest";
import { COMMANDS } from "./commands";
import { runCommand } from "./run-command";

/** Every call here is refused before anything is opened. */
async function usageError(words: string[]): Promise<{ status: number; said: string }> {
  const said: string[] = [];
  const open = vi.fn(() => Promise.reject(new Error("opened")));
  const io = {
    program: "curfew",
    out: (text: string) => said.push(text),
    err: (text: string) => said.push(text),
    open,
  };
  const status = await runCommand(COMMANDS, words, io);
  expect(open).not.toHaveBeenCalled();
  return { status, said: said.join("\n") };
}

describe("the command line", () => {
  it.each([
    ["labs extra", '"extra" is not understood'],
    ["labs add", "--file LAB.json is missing."],
    ["sessions --all --over", "not both"],
    ["start --student e@x.test", "--lab LAB is missing."],
    ["start --lab web", "--student EMAIL is missing."],
    ["extend", "ID is missing"],
    ["extend nonsense", '"nonsense" is no session\'s ID'],
    ["end abcdefghij ABC", '"ABC" is no session\'s ID'],
    ["capacity now", '"now" is not understood'],
    ["pass --dryrun", "Unknown option"],
    ["confirm --all", "--direction D is missing."],
    ["confirm --direction orphan", "either --all or --key"],
    ["confirm --direction orphan --all --key k", "either --all or --key"],
    ["confirm --direction expired --all", "--direction is one of orphan, ghost, leftover."],
    ["contention --since soon", "--since soon is no time: say 30m, 1h or 2d."],
    ["contention --since 8d", "--since is from 1m to 7d."],
    ["contention --since 0m", "--since is from 1m to 7d."],
    ["contention --since 10081m", "--since is from 1m to 7d."],
    ["contention --since 1.5h", "--since 1.5h is no time: say 30m, 1h or 2d."],
    ["contention --since 90s", "--since 90s is no time: say 30m, 1h or 2d."],
    [`contention --since ${"9".repeat(400)}d`, "--since is from 1m to 7d."],
    ["contention --namespace Shop_1", "--namespace is a name as kubectl has it"],
    [`contention --selector ${"x".repeat(1001)}`, "--selector has at most 1000 characters."],
    [`contention --rollout ${"x".repeat(401)}`, "--rollout has at most 400 characters"],
    ["contention --frm x.json", "Unknown option '--frm'"],
    ["contention --csv links", "--csv links is no table: say nodes, pods, restarts."],
    ["contention --namespace=", "--namespace is empty."],
    ["confirm --direction orphan --key=", "--key is empty."],
    [`sessions --search ${"x".repeat(201)}`, "--search has at most 200 characters."],
    ["contention all", '"all" is not understood'],
    ["adopt", "--namespace NS is missing."],
    ["accept", "--number N is missing."],
    ["accept --number 4x", "--number 4x is no whole number."],
    ["people", '"people" is no command.'],
    ["people add", "EMAIL is missing"],
    ["people add nobody", "no e-mail address"],
    ["people reset-password", "EMAIL is missing"],
    ["people reset-password a@x.test b@x.test", "not understood"],
    ["people add a@x.test --role student", "--role needs --course"],
    ["people add a@x.test --course C --role teacher", "--role is student or instructor."],
    ["switch no-new-sessions", "Say on or off"],
    ["switch lights on", '"lights" is no switch'],
    ["switch stop-reaping on now", '"now" is not understood'],
  ])("%s: exit status 2, with a sentence and the usage", async (call, sentence) => {
    const { status, said } = await usageError(call.split(" "));
    expect(status).toBe(2);
    expect(said).toContain(sentence);
    expect(said).toContain("Usage: curfew ");
  });

  it.each(COMMANDS.map((command) => command.name))("%s has help", async (name) => {
    const { status, said } = await usageError([...name.split(" "), "--help"]);
    expect(status).toBe(0);
    expect(said).toMatch(new RegExp(`^Usage: curfew ${name}`));
  });

  it("lists every call in its general help", async () => {
    const { said } = await usageError(["--help"]);
    for (const { name, summary } of COMMANDS)
      expect(said).toMatch(new RegExp(`${name} +${summary.slice(0, 10)}`));
  });

  it("answers each option, with whatever is given to it, with a status", async () => {
    const values = ["", " ", "=", "-1", "on", "1h", "a@x.test", "☃", "x".repeat(5000)];
    const open = () => Promise.reject(new Error("not opened here"));
    const io = { program: "curfew", out: () => undefined, err: () => undefined, open };
    for (const { name, usage } of COMMANDS)
      for (const option of usage.match(/--[a-z-]+/g) ?? [])
        for (const value of values) {
          const words = [...name.split(" "), `${option}=${value}`];
          expect([0, 1, 2], words.join(" ")).toContain(await runCommand(COMMANDS, words, io));
        }
  });
});
