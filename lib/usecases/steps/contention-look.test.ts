import { expect, it } from "vitest";
import type { ContentionQuery } from "@/lib/contracts/contention";
import type { Rollout } from "@/lib/domain/contention/scope";
import { choiceOf } from "./contention-look";

const NOW = Date.parse("2026-12-02T14:00:00Z");
const HOUR_MS = 3_600_000;
const LATEST: Rollout = { id: "shop/b@2", startedAtMs: 2, lastAtMs: 2, parts: [] };
const OLDER: Rollout = { ...LATEST, id: "shop/a@1" };

const choose = (query: ContentionQuery, rollouts: readonly Rollout[] = [LATEST, OLDER]) =>
  choiceOf(query, rollouts, NOW);

it("takes the latest rollout without a choice, and the last hour where there is none", () => {
  expect(choose({}).rollout).toBe("shop/b@2");
  expect(choose({}, [])).toEqual({
    ...{ namespaces: [], selector: "", only: "all", rollout: null },
    ...{ fromMs: NOW - HOUR_MS, toMs: null },
  });
});

it.each<ContentionQuery>([
  { namespaces: ["shop"] },
  { selector: "app=a" },
  { sinceMinutes: 60 },
  { fromMs: 0 },
  { toMs: NOW },
  { only: "labs" },
])("takes no rollout instead of what was chosen: %j", (query) => {
  expect(choose(query).rollout).toBeNull();
});

it.each<ContentionQuery>([{ namespaces: [] }, { selector: "" }, { only: "all" }])(
  "takes an empty choice for none: %j",
  (query) => {
    expect(choose(query).rollout).toBe("shop/b@2");
  },
);

it("takes the rollout that was asked for, found or not", () => {
  expect(choose({ rollout: "shop/a@1" }).rollout).toBe("shop/a@1");
  expect(choose({ rollout: "gone", sinceMinutes: 5 }, []).rollout).toBe("gone");
});

it("lets two moments go before a length of time, and leaves a missing one open", () => {
  const window = ({ fromMs, toMs }: ReturnType<typeof choose>) => [fromMs, toMs];
  expect(window(choose({ sinceMinutes: 15 }))).toEqual([NOW - HOUR_MS / 4, null]);
  expect(window(choose({ fromMs: 5, toMs: 7, sinceMinutes: 15 }))).toEqual([5, 7]);
  expect(window(choose({ fromMs: 0 }))).toEqual([0, null]);
  expect(window(choose({ toMs: 7 }))).toEqual([null, 7]);
});
