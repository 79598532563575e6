import { describe, expect, it } from "vitest";
import type { SessionStatus } from "@/lib/domain/session";
import { extendRow, extendRows, rollBackRows } from "./optimistic-extend";

const MINUTE = 60_000;
const LIFETIME = { sessionMinutes: 60, maxMinutes: 180, marginMinutes: 15 };
const row = (id: string, expiresAtMs: number, status: SessionStatus = "running") => ({
  id,
  status,
  startedAtMs: 0,
  expiresAtMs,
  lifetime: LIFETIME,
});

describe("extendRow", () => {
  it("shows the end that the server will answer", () => {
    expect(extendRow(row("a", 60 * MINUTE), 30 * MINUTE).expiresAtMs).toBe(90 * MINUTE);
    expect(extendRow(row("a", 150 * MINUTE), 140 * MINUTE).expiresAtMs).toBe(180 * MINUTE);
  });

  it.each([
    ["expired", row("a", 60 * MINUTE), 60 * MINUTE],
    ["claimed", row("a", 60 * MINUTE, "ending"), 30 * MINUTE],
    ["at its maximum", row("a", 180 * MINUTE), 170 * MINUTE],
  ])("changes nothing of a session that is %s", (_what, session, nowMs) => {
    expect(extendRow(session, nowMs)).toBe(session);
  });
});

describe("extendRows", () => {
  it("touches only the named rows, and keeps a list that holds none of them", () => {
    const rows = [row("a", 60 * MINUTE), row("b", 60 * MINUTE)];
    const extended = extendRows(rows, new Set(["b"]), 30 * MINUTE);
    expect(extended[0]).toBe(rows[0]);
    expect(extended[1]?.expiresAtMs).toBe(90 * MINUTE);
    expect(extendRows(rows, new Set(["c"]), 30 * MINUTE)).toBe(rows);
  });
});

describe("rollBackRows", () => {
  const before = new Map([["a", 60 * MINUTE]]);
  const shown = new Map([["a", 90 * MINUTE]]);

  it("puts back what was refused", () => {
    expect(rollBackRows([row("a", 90 * MINUTE)], before, shown)[0]?.expiresAtMs).toBe(60 * MINUTE);
  });

  it("leaves what the server has told since, and rows that were not refused", () => {
    const told = row("a", 95 * MINUTE);
    const other = row("b", 90 * MINUTE);
    expect(rollBackRows([told, other], before, shown)).toEqual([told, other]);
  });
});
