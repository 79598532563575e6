import { describe, expect, it } from "vitest";
import { EXCUSED } from "../excused";
import { readTimelines } from "./recorded";
import { DRIVES } from "./replay-timeline";
import { milestonesOf, orderDifferences, type Sighting } from "./sightings";
import { TRIALS } from "./trials";

const job = (t: number, more: Partial<Sighting> = {}): Sighting => ({
  ...{ t, type: "MODIFIED", kind: "jobs", name: "a", owners: [] },
  ...more,
});
const texts = (sightings: Sighting[]) => milestonesOf(sightings).map(({ text }) => text);

describe("milestones", () => {
  it("are what changes, each once, and a second time numbered", () => {
    const seen = [
      job(0, { type: "ADDED" }),
      job(1),
      job(2, { isSuspended: true }),
      job(3, { isSuspended: false }),
      job(4, { isSuspended: true }),
      job(5, { isSuspended: true, hasFailed: true }),
      job(6, { isSuspended: true, hasFailed: true, isDeleting: true, owners: ["Job/b"] }),
      job(7, { type: "DELETED" }),
    ];
    expect(texts(seen)).toEqual([
      "jobs/a is made, owned by nobody",
      "jobs/a is suspended",
      "jobs/a is resumed",
      "jobs/a is suspended (2)",
      "jobs/a has failed",
      "jobs/a is owned by Job/b",
      "jobs/a is being deleted",
      "jobs/a is gone",
    ]);
  });
  it("do not take what was there before for something new", () => {
    expect(texts([job(0, { kind: "vms", phase: "Running", isDeleting: true })])).toEqual([
      "vms/a is being deleted",
    ]);
  });
});

describe("the order", () => {
  const at = (t: number, text: string) => ({ t, text });
  it("counts what is missing, too much, and turned round", () => {
    const recorded = [at(0, "jobs/a is made"), at(1, "jobs/a is gone")];
    expect(orderDifferences(recorded, recorded)).toEqual([]);
    expect(orderDifferences(recorded, [at(0, "jobs/a is made")])).toEqual(["missing: jobs/a is gone"]);
    expect(orderDifferences([at(0, "jobs/a is made")], recorded)).toEqual(["too much: jobs/a is gone"]);
    expect(orderDifferences(recorded, [...recorded].reverse())).toEqual([
      "recorded first: jobs/a is made; came first: jobs/a is gone",
    ]);
  });
  it("lets different objects that changed side by side come in either order, one object's changes never", () => {
    const side = [at(0, "jobs/a is gone"), at(0.1, "vms/a is gone")];
    expect(orderDifferences(side, [...side].reverse())).toEqual([]);
    const own = [at(0, "vms/a is made"), at(0.1, "vms/a is gone")];
    expect(orderDifferences(own, [...own].reverse())).toHaveLength(1);
  });
});

it("knows how to bring about every timeline that is recorded, and no other", () => {
  const known = [...Object.keys(DRIVES), ...Object.keys(TRIALS)].sort();
  expect(known).toEqual([...readTimelines().keys()].sort());
  expect(known.filter((name) => name in EXCUSED)).toEqual([]);
});
