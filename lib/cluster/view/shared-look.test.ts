import { beforeEach, describe, expect, it } from "vitest";
import { SharedLook } from "./shared-look";

let asked: ((value: string) => void)[];
let nowMs: number;
let look: SharedLook<string>;

beforeEach(() => {
  asked = [];
  nowMs = 0;
  look = new SharedLook(
    () => new Promise((resolve) => asked.push(resolve)),
    { keepMs: 100, lendMs: 300 },
    () => nowMs,
  );
});

async function answer(value: string): Promise<string> {
  const reading = look.read();
  asked.at(-1)?.(value);
  return reading;
}

describe("SharedLook", () => {
  it("asks once for all who ask at the same time", async () => {
    const both = Promise.all([look.read(), look.read()]);
    expect(asked).toHaveLength(1);
    asked[0]?.("one");
    expect(await both).toEqual(["one", "one"]);
  });

  it("gives what it has while that is young, without asking", async () => {
    await answer("one");
    nowMs = 100;
    expect(await look.read()).toBe("one");
    expect(asked).toHaveLength(1);
  });

  it("lends what it has while it asks for the next, and waits for that once it is too old", async () => {
    await answer("one");
    nowMs = 101;
    expect(await look.read()).toBe("one");
    expect(await look.read()).toBe("one");
    expect(asked).toHaveLength(2);
    nowMs = 301;
    expect(await answer("two")).toBe("two");
    expect(asked).toHaveLength(2);
  });
});
