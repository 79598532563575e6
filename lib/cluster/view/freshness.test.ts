import { describe, expect, it } from "vitest";
import { backoffMs, joined, type Knowing, type Viewed, viewedOf } from "./freshness";

const KIND = { name: "pods", staleAfterMs: 30_000 };
const HELD: Knowing<string> = {
  ...{ what: "items", items: ["a"], signMs: 1000, dateOffsetMs: 5_000_000, failure: null },
};
const FAILURE = { resource: "pods", error: "network", status: null };

describe("viewedOf", () => {
  it("is known as of the server's last word, by the server's own clock", () => {
    expect(viewedOf(HELD, KIND, 4000)).toEqual({
      known: { state: "known", items: ["a"], dateMs: 5_001_000 },
      ...{ ageMs: 3000, isStale: false, failure: null },
    });
  });

  it("is stale once the server was silent for longer than it may be, not before", () => {
    expect(viewedOf(HELD, KIND, 31_000)).toMatchObject({ ageMs: 30_000, isStale: false });
    const late = viewedOf(HELD, KIND, 31_001);
    expect(late).toMatchObject({ isStale: true, ageMs: 30_001, failure: { error: "timeout" } });
    expect(late.known).toMatchObject({ state: "known", dateMs: 5_001_000 });
  });

  it("says why it is stale, and holds a failure of the moment against nobody", () => {
    const failing = { ...HELD, failure: FAILURE };
    expect(viewedOf(failing, KIND, 2000)).toMatchObject({ isStale: false, failure: null });
    expect(viewedOf(failing, KIND, 60_000)).toMatchObject({ isStale: true, failure: FAILURE });
  });

  it("is unknown, and not empty, before the first list and after what it may not read", () => {
    const none: Knowing<string> = { ...HELD, what: "nothing", items: [], signMs: null };
    expect(viewedOf(none, KIND, 2000).known).toEqual({
      state: "unknown",
      failure: { resource: "pods", error: "timeout", status: null },
    });
    const refused = { ...none, signMs: 1000, failure: { resource: "pods", error: "forbidden", status: 403 } };
    expect(viewedOf(refused, KIND, 2000)).toMatchObject({
      known: { state: "unknown", failure: { error: "forbidden" } },
      ageMs: null,
    });
  });

  it("believes an absence for no longer than it is fresh", () => {
    const absent: Knowing<string> = { ...HELD, what: "absent", items: [] };
    expect(viewedOf(absent, KIND, 2000).known).toEqual({ state: "absent" });
    expect(viewedOf(absent, KIND, 60_000).known.state).toBe("unknown");
  });
});

describe("joined", () => {
  const part = (items: string[], ageMs: number, isStale = false): Viewed<string> => ({
    known: { state: "known", items, dateMs: 9000 - ageMs },
    ...{ ageMs, isStale, failure: isStale ? FAILURE : null },
  });

  it("is as old as its oldest part, and stale with it", () => {
    expect(joined([part(["a"], 10), part(["b"], 500, true)])).toEqual({
      known: { state: "known", items: ["a", "b"], dateMs: 8500 },
      ...{ ageMs: 500, isStale: true, failure: FAILURE },
    });
  });

  it("is unknown where a part is, whatever the others are", () => {
    const unknown: Viewed<string> = {
      known: { state: "unknown", failure: FAILURE },
      ...{ ageMs: null, isStale: false, failure: FAILURE },
    };
    const absent: Viewed<string> = {
      known: { state: "absent" },
      ...{ ageMs: 1, isStale: false, failure: null },
    };
    expect(joined([part(["a"], 10), unknown])).toEqual(unknown);
    expect(joined([unknown, part(["a"], 10)])).toEqual(unknown);
    expect(joined([absent, unknown])).toEqual(unknown);
    expect(joined([absent, absent])).toEqual(absent);
  });
});

describe("backoffMs", () => {
  it("doubles up to its most, of which a half is by chance", () => {
    expect([1, 2, 3, 4, 99].map((failures) => backoffMs(failures, 1000, 5000, 1))).toEqual([
      1000, 2000, 4000, 5000, 5000,
    ]);
    expect(backoffMs(1, 1000, 5000, 0)).toBe(500);
  });
});
