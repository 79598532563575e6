import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Draft } from "../world";
import { applyConfig, ownersAfterUpdate } from "./apply";
import { decodeManagedFields, encodeManagedFields, isSameButTimes } from "./managed-fields";
import type { Manager, Ownership } from "./managed-fields";
import { rulesOf } from "./merge-rules";

const NOW = "2026-11-30T13:57:10Z";
const LATER = "2026-11-30T13:58:00Z";
const managerOf = (name: string, operation: Manager["operation"] = "Apply"): Manager => ({
  ...{ name, operation, apiVersion: "v1", subresource: "" },
});

interface State {
  live: Draft | null;
  owners: Ownership[];
}
const NONE: State = { live: null, owners: [] };

/** One apply after another, as the server does it: what is stored of the owners is what it decodes the next time. */
function applied(state: State, name: string, body: object, isForced = false, now = NOW): State {
  const config = { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, ...body } as Draft;
  const rules = rulesOf({ kind: config.kind, isCustom: false });
  const call = { ...state, config, manager: managerOf(name), isForced, now, rules };
  const { object, owners } = applyConfig(call);
  return { live: object, owners: decodeManagedFields(encodeManagedFields(owners)) };
}

const pod = (...containers: object[]) => ({ spec: { containers } });
const specOf = ({ live }: State) => live?.spec;
const entriesOf = ({ owners }: State) =>
  Object.fromEntries(encodeManagedFields(owners).map(({ manager, fieldsV1 }) => [manager, fieldsV1]));

describe("server-side apply", () => {
  it("merges named lists by their keys, in the order applied, and keeps what others applied", () => {
    const one = applied(NONE, "one", pod({ name: "web", image: "web:1", ports: [{ containerPort: 80 }] }));
    const two = applied(one, "two", pod({ name: "log", image: "log:1" }, { name: "web", tty: true }));
    expect(specOf(two)).toEqual({
      containers: [
        { name: "log", image: "log:1" },
        { name: "web", image: "web:1", ports: [{ containerPort: 80 }], tty: true },
      ],
    });
    expect(entriesOf(two)["one"]).toEqual({
      "f:spec": {
        "f:containers": {
          'k:{"name":"web"}': {
            ".": {},
            "f:name": {},
            "f:image": {},
            "f:ports": { 'k:{"containerPort":80,"protocol":"TCP"}': { ".": {}, "f:containerPort": {} } },
          },
        },
      },
    });
  });

  it("keeps the places of entries that somebody else applied", () => {
    const one = applied(NONE, "one", pod({ name: "a" }, { name: "b" }, { name: "c" }, { name: "d" }));
    const two = applied(one, "two", pod({ name: "c", tty: true }, { name: "new" }, { name: "a" }));
    const namesOf = (state: State) =>
      (specOf(state) as { containers: { name: string }[] }).containers.map((each) => each.name);
    expect(namesOf(two)).toEqual(["b", "c", "d", "new", "a"]);
    expect(namesOf(applied(one, "two", pod({ name: "b", tty: true })))).toEqual(["a", "b", "c", "d"]);
  });

  it("removes what its manager no longer applies, entries and emptied maps with it", () => {
    const labels = { metadata: { name: "a", labels: { x: "1" }, finalizers: ["e.com/a", "e.com/b"] } };
    const first = applied(NONE, "one", { ...labels, ...pod({ name: "web", image: "i" }, { name: "log" }) });
    const second = applied(first, "one", {
      metadata: { name: "a", finalizers: ["e.com/b"] },
      ...pod({ name: "web" }),
    });
    expect(second.live).toEqual({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "a", finalizers: ["e.com/b"] },
      spec: { containers: [{ name: "web" }] },
    });
  });

  it("leaves what another manager owns too, and what nobody applied", () => {
    const one = applied(NONE, "one", pod({ name: "web", image: "i" }));
    const both = applied(one, "two", pod({ name: "web", image: "i" }));
    const withDefault = {
      ...both,
      live: { ...both.live, ...pod({ name: "web", image: "i", tty: false }) } as Draft,
    };
    const gone = applied(withDefault, "one", {});
    expect(specOf(gone)).toEqual({ containers: [{ name: "web", image: "i", tty: false }] });
    expect(Object.keys(entriesOf(gone))).toEqual(["two"]);
  });

  it("replaces an atomic list whole", () => {
    const one = applied(NONE, "one", pod({ name: "web", args: ["a", "b"] }));
    expect(specOf(applied(one, "one", pod({ name: "web", args: ["c"] })))).toEqual({
      containers: [{ name: "web", args: ["c"] }],
    });
  });

  it("names every conflict, by manager, as the API server words them", () => {
    const one = applied(
      NONE,
      "one",
      pod({ name: "web", image: "i", ports: [{ containerPort: 80, name: "h" }] }),
    );
    const change = pod({ name: "web", image: "j" });
    expect(() => applied(one, "two", change)).toThrow(
      'Apply failed with 1 conflict: conflict with "one": .spec.containers[name="web"].image',
    );
    const both = pod({ name: "web", image: "j", ports: [{ containerPort: 80, name: "g" }] });
    expect(() => applied(one, "two", both)).toThrow(
      [
        'Apply failed with 2 conflicts: conflicts with "one":',
        '- .spec.containers[name="web"].image',
        '- .spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].name',
      ].join("\n"),
    );
  });

  it("takes a field from its owner where it is forced", () => {
    const one = applied(NONE, "one", pod({ name: "web", image: "i" }));
    const two = applied(one, "two", pod({ name: "web", image: "j" }), true);
    expect(specOf(two)).toEqual({ containers: [{ name: "web", image: "j" }] });
    expect(JSON.stringify(entriesOf(two)["one"])).not.toContain("f:image");
    expect(() => applied(two, "one", pod({ name: "web", image: "i" }))).toThrow('conflict with "two"');
  });

  it("takes an object that nobody applied as owned by its writers", () => {
    const live = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "a" },
      ...pod({ name: "web", image: "i" }),
    };
    const written: State = { live, owners: [] };
    expect(() => applied(written, "one", pod({ name: "web", image: "j" }))).toThrow(
      'conflict with "before-first-apply" using v1: .spec.containers[name="web"].image',
    );
    expect(Object.keys(entriesOf(applied(written, "one", pod({ name: "web" }))))).toEqual([
      "one",
      "before-first-apply",
    ]);
  });

  it("gives what a plain write changes to its writer", () => {
    const one = applied(NONE, "one", pod({ name: "web", image: "i" }));
    const before = one.live as Draft;
    const after = { ...before, ...pod({ name: "web", image: "j" }) };
    const write = {
      manager: managerOf("edit", "Update"),
      now: LATER,
      rules: rulesOf({ kind: "Pod", isCustom: false }),
    };
    const owners = ownersAfterUpdate(one.owners, before, after, write);
    const edited: State = { live: after, owners };
    expect(entriesOf(edited)["edit"]).toEqual({
      "f:spec": { "f:containers": { 'k:{"name":"web"}': { "f:image": {} } } },
    });
    expect(() => applied(edited, "one", pod({ name: "web", image: "i" }))).toThrow(
      'conflict with "edit" using v1',
    );
  });

  it("merges no list of a custom resource but those of its metadata", () => {
    const rules = rulesOf({ kind: "VirtualMachine", isCustom: true });
    expect(rules.listKeys(["f:spec", "f:volumes"])).toBeNull();
    expect(rules.listKeys(["f:metadata", "f:ownerReferences"])).toEqual(["uid"]);
    expect(rules.listKeys(["f:metadata", "f:finalizers"])).toEqual([]);
  });
});

const name = fc.constantFrom("a", "b", "c", "d", "e");
const container = fc.record(
  {
    name,
    image: fc.string(),
    args: fc.array(fc.string(), { maxLength: 2 }),
    env: fc.uniqueArray(fc.record({ name, value: fc.string() }), {
      selector: (each) => each.name,
      maxLength: 3,
    }),
    emptyDir: fc.constant({}),
  },
  { requiredKeys: ["name"] },
);
const labels = fc.dictionary(name, fc.string(), { maxKeys: 3 });
const config = fc.record({
  metadata: fc.record({ name: fc.constant("a"), labels }),
  spec: fc.record({
    containers: fc.uniqueArray(container, { selector: (each) => each.name, maxLength: 3 }),
    nodeSelector: labels,
  }),
});
/** The same with all names from another alphabet: it shares no field with the other. */
const elsewhere = (value: object): object => {
  const text = JSON.stringify({ ...value, metadata: {} }).replaceAll(/"name":"[a-e]"/g, (all) =>
    all.toUpperCase(),
  );
  const { spec } = JSON.parse(text.replaceAll('"NAME"', '"name"')) as { spec: { containers: object[] } };
  return { spec: { containers: spec.containers } };
};

describe("any applies", () => {
  it("change nothing when they are repeated, and give everything that was applied", () => {
    fc.assert(
      fc.property(config, config, (first, second) => {
        const before = applied(applied(NONE, "one", first), "one", second);
        const again = applied(before, "one", second, false, LATER);
        expect(again.live).toEqual(before.live);
        expect(isSameButTimes(encodeManagedFields(again.owners), encodeManagedFields(before.owners))).toBe(
          true,
        );
        expect(again.live).toMatchObject(second);
      }),
    );
  });

  it("of two managers never meet where their fields do not, in whichever order", () => {
    fc.assert(
      fc.property(config, config, config, (mine, theirs, later) => {
        const other = elsewhere(theirs);
        const both = applied(applied(NONE, "one", mine), "two", other);
        const moved = applied(both, "one", later);
        const alone = applied(moved, "two", {});
        const only = applied(applied(NONE, "one", mine), "one", later);
        expect(entriesOf(alone)).toEqual(entriesOf(only));
        expect(alone.live).toEqual(only.live);
      }),
    );
  });

  it("are told as they were decoded", () => {
    fc.assert(
      fc.property(config, (any) => {
        const entries = encodeManagedFields(applied(NONE, "one", any).owners);
        expect(encodeManagedFields(decodeManagedFields(entries))).toEqual(entries);
      }),
    );
  });
});
