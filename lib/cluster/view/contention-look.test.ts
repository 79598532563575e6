import { expect, it } from "vitest";
import type { ContentionWorld } from "@/lib/domain/contention/contention-world";
import { incidentWorld } from "@/lib/domain/contention/test-incident";
import { contentionLook } from "./contention-look";

const MINUTE_MS = 60_000;

function silent(error: string): ContentionWorld {
  const failure = { resource: "pods", error, status: null };
  return { ...incidentWorld(), pod: { state: "unknown", failure } };
}

/** Looks at a cluster that answers `worlds` in turn, a minute apart. */
async function looks(...worlds: ContentionWorld[]) {
  let nowMs = 0;
  let next = 0;
  const look = contentionLook(
    () => Promise.resolve(worlds[Math.min(next++, worlds.length - 1)] ?? incidentWorld()),
    { keepMs: 5000, lendMs: 20_000 },
    () => nowMs,
  );
  const seen = [];
  for (; nowMs < 13 * MINUTE_MS; nowMs += MINUTE_MS) seen.push(await look());
  return seen;
}

it("lends the last pods that were told of, as stale, for ten minutes of silence", async () => {
  const seen = await looks(incidentWorld(), silent("timeout"));
  expect(seen.map(({ isStale }) => isStale)).toEqual([false, ...Array<boolean>(10).fill(true), false, false]);
  expect(seen[10]).toMatchObject({ ageMs: 10 * MINUTE_MS, world: { pod: { state: "known" } } });
  expect(seen[11]).toMatchObject({ ageMs: 0, world: { pod: { state: "unknown" } } });
});

it("lends nothing once the cluster has answered that it may not be asked", async () => {
  const seen = await looks(incidentWorld(), silent("forbidden"));
  expect(seen[1]).toMatchObject({ isStale: false, world: { pod: { state: "unknown" } } });
});
