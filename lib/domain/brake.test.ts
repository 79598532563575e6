import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyBrake, brakeAllowance, countLabels } from "./brake";
import { planReap } from "./reap-plan";
import type { OrphanItem } from "./reap-types";
import { idOf, input, known, NOW, POLICY, QUIET, vm, world } from "./testing/samples";

describe("brakeAllowance", () => {
  it.each([
    // live an hour ago, acts of the hour, allowed
    [0, 0, 3],
    [15, 0, 3],
    [19, 0, 3],
    [20, 0, 4],
    [35, 0, 7],
    [100, 0, 20],
    [100, 20, 0],
    [100, 99, 0],
    [0, 2, 1],
  ])("%d live, %d acts: %d more", (liveAnHourAgo, acts, allowed) => {
    expect(brakeAllowance(POLICY, { liveAnHourAgo }, acts)).toBe(allowed);
  });
});

const orphan = (sessionId: string | null, uid: string, isConfirmed = false): OrphanItem => ({
  direction: "orphan",
  key: `orphan:${sessionId}:${uid}`,
  sessionId,
  attempts: 0,
  isConfirmed,
  object: { kind: "vm", namespace: "labs", name: uid, uid },
});

describe("applyBrake", () => {
  it("holds exactly when acts of the hour + planned > max(3, 20 %), and then all that is not confirmed", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(200), fc.nat(20), fc.nat(60), (planned, live, acts, confirmed) => {
        const items = [
          ...Array.from({ length: planned }, (_, i) => orphan(idOf(i), `u${i}`)),
          ...Array.from({ length: confirmed }, (_, i) => orphan(idOf(1000 + i), `c${i}`, true)),
        ];
        const history = {
          ...QUIET,
          liveAnHourAgo: live,
          actsLastHour: { orphan: acts, ghost: 0, leftover: 0 },
        };
        const result = applyBrake("orphan", items, POLICY, history);
        const mustHold = planned > 0 && 5 * (acts + planned) > Math.max(15, live);
        expect(result.held !== null).toBe(mustHold);
        expect(result.items).toHaveLength(mustHold ? confirmed : planned + confirmed);
        if (result.held) expect(result.held.items).toHaveLength(planned);
      }),
    );
  });
  it("counts sessions, not machines, and all without a label as one", () => {
    const items = [
      orphan("a", "1"),
      orphan("a", "2"),
      orphan("a", "3"),
      orphan(null, "4"),
      orphan(null, "5"),
    ];
    expect(countLabels(items)).toBe(2);
    expect(applyBrake("orphan", items, POLICY, QUIET).held).toBeNull();
  });
});

describe("a confirmation", () => {
  const stray = world({ vm: known(...[1, 2, 3, 4].map((n) => vm(idOf(n)))) });
  const keyOf = (n: number) => `orphan:${idOf(n)}:vm:uid-lab-${idOf(n)}-1`;
  const plan = (keys: string[], expiresAtMs = NOW + 1) =>
    planReap(
      input({
        world: stray,
        history: { ...QUIET, confirmations: [{ direction: "orphan", keys, expiresAtMs }] },
      }),
    );

  it("frees what it names and is still planned; the rest is counted by itself", () => {
    expect(plan([]).held).toMatchObject([{ direction: "orphan", found: 4, allowed: 3 }]);
    const confirmed = plan([keyOf(1), "orphan:gone:vm:gone"]);
    expect(confirmed.held).toEqual([]);
    expect(confirmed.items.map((item) => [item.key, item.isConfirmed])).toEqual(
      [1, 2, 3, 4].map((n) => [keyOf(n), n === 1]),
    );
  });
  it("is worth nothing at its end, for another UID, or in another direction", () => {
    expect(plan([keyOf(1)], NOW).held).toHaveLength(1);
    expect(plan([`orphan:${idOf(1)}:vm:another-uid`]).held).toHaveLength(1);
    const elsewhere = {
      ...QUIET,
      confirmations: [{ direction: "ghost" as const, keys: [keyOf(1)], expiresAtMs: NOW + 1 }],
    };
    expect(planReap(input({ world: stray, history: elsewhere })).held).toHaveLength(1);
  });
});
