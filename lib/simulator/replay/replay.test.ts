import { describe, expect, it } from "vitest";
import { EXCUSED } from "./excused";
import { differences, normalise, partOf } from "./normalise";
import { readRecordings } from "./recording";
import { replay } from "./replay";
import { SET_UPS } from "./set-ups/all-set-ups";

const recordings = readRecordings();

describe("the tables", () => {
  it("name recordings that are there, and excuse none that has a set-up", () => {
    const unknown = Object.keys(SET_UPS).filter((name) => !recordings.has(name));
    const both = Object.keys(SET_UPS).filter((name) => name in EXCUSED);
    expect({ unknown, both }).toEqual({ unknown: [], both: [] });
  });
  it("give a reason for each that is excused", () => {
    expect(Object.values(EXCUSED).filter((reason) => reason.length < 30)).toEqual([]);
  });
});

describe("a replay", () => {
  const told = async (name: string, response: object) => {
    const recording = recordings.get(name);
    if (!recording) throw new Error(name);
    const changed = { ...recording, response: { ...recording.response, ...response } };
    return (await replay(name, new Map([...recordings, [name, changed]]))).differences;
  };
  it("finds another status, another type and another text", async () => {
    const name = "b_create_missing_ns_404";
    expect(await told(name, {})).toEqual([]);
    expect(await told(name, { status: 409 })).toEqual(["status: recorded 409, came 404"]);
    expect(await told(name, { contentType: "text/plain" })).toHaveLength(1);
    const body = recordings.get(name)?.response.body as object;
    expect(await told(name, { body: { ...body, message: "no" } })).toEqual([
      '.message: recorded "no", came "namespaces \\"nonexistent\\" not found"',
    ]);
  });
  it("tells what cannot be replayed instead of passing it over", async () => {
    const [line] = await told("a_get_missing_pod", {
      status: 200,
      body: { kind: "Nothing", apiVersion: "v9" },
    });
    expect(line).toContain("could not be replayed");
  });
});

describe("what is compared", () => {
  it("leaves out what differs from one cluster to the next, and nothing else", () => {
    const one = {
      uid: "00000000-0000-0000-0000-000000000001",
      resourceVersion: "7",
      at: "2026-01-01T00:00:00Z",
    };
    const other = {
      uid: "00000000-0000-0000-0000-00000000000f",
      resourceVersion: "9",
      at: "2026-02-02T00:00:00Z",
    };
    expect(differences(normalise(one), normalise(other))).toEqual([]);
    expect(differences(normalise(one), normalise({ ...other, more: 1 }))).toEqual([
      ".more: recorded nothing, came 1",
    ]);
    expect(differences(normalise({ list: [1, 2] }), normalise({ list: [1] }))).toHaveLength(1);
    expect(
      differences(normalise({ at: one.at }), normalise({ at: "2026-01-01T00:00:00.000000Z" })),
    ).toHaveLength(1);
  });
  it("keeps of a longer recorded list what is served here, just as it was", () => {
    const recorded = normalise({
      groups: [
        { name: "a", x: 1 },
        { name: "b", x: 2 },
      ],
    });
    expect(partOf(recorded, normalise({ groups: [{ name: "b", x: 9 }] }))).toEqual({
      groups: [{ name: "b", x: 2 }],
    });
    expect(partOf(recorded, normalise({ groups: [{ name: "c" }] }))).toEqual({ groups: [null] });
  });
});
