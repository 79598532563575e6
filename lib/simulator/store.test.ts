import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Lister } from "./list";
import type { KubeObject } from "./objects";
import { resourceOf } from "./resources";
import { Store, type StoreChange } from "./store";

/** What a client may do to one of a few objects, over and over. */
type Act = { act: "create" | "relabel" | "delete"; name: string; label: string };
const acts = (maxLength: number) =>
  fc.array(
    fc.record<Act>({
      act: fc.constantFrom("create", "relabel", "delete"),
      name: fc.constantFrom("a", "b", "c", "d", "e", "f"),
      label: fc.constantFrom("x", "y"),
    }),
    // Small by itself, which would hardly ever fill a history.
    { maxLength, size: "max" },
  );
let uids = 0;

function perform(store: Store, { act, name, label }: Act): void {
  const known = store.get("secrets", "lab", name);
  const metadata = { name, namespace: "lab", labels: { label } };
  if (act === "create" && !known) {
    const times = { resourceVersion: "", creationTimestamp: "2026-12-01T10:00:00Z" };
    const uid = `uid-${(uids += 1)}`;
    store.insert({ apiVersion: "v1", kind: "Secret", metadata: { ...metadata, ...times, uid } });
  } else if (act === "relabel" && known) {
    store.replace({ ...known, metadata: { ...known.metadata, labels: { label } } });
  } else if (act === "delete" && known) store.remove(known);
}

function watched(store: Store): StoreChange[] {
  const changes: StoreChange[] = [];
  store.onChange((change) => changes.push(change));
  return changes;
}

/** What a client holds that applies a watch to a list. */
function applied(list: readonly KubeObject[], changes: readonly StoreChange[]): KubeObject[] {
  const held = new Map(list.map((object) => [object.metadata.name, object]));
  for (const { type, object } of changes) {
    if (type === "DELETED") expect(held.delete(object.metadata.name)).toBe(true);
    else {
      expect(held.has(object.metadata.name)).toBe(type === "MODIFIED");
      held.set(object.metadata.name, object);
    }
  }
  return [...held.values()].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

describe("the store", () => {
  it("lists a namespace whole and in order, whatever came and went, and nothing of those named alike", () => {
    const spaces = ["lab", "lab-2", "lab.3", "lab0", "la"];
    const act = fc.record({ space: fc.constantFrom(...spaces), name: fc.constantFrom("a", "b", "c", "d") });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60, size: "max" }), (list) => {
        const store = new Store();
        const held = new Set<string>();
        for (const { space: namespace, name } of list) {
          const known = store.get("secrets", namespace, name);
          const times = { resourceVersion: "", creationTimestamp: "2026-12-01T10:00:00Z" };
          const metadata = { name, namespace, ...times, uid: `uid-${(uids += 1)}` };
          if (known) store.remove(known);
          else store.insert({ apiVersion: "v1", kind: "Secret", metadata });
          if (!held.delete(`${namespace}/${name}`)) held.add(`${namespace}/${name}`);
          for (const one of [undefined, ...spaces]) {
            const found = store
              .list("secrets", one)
              .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
            expect(found).toEqual([...held].filter((key) => !one || key.startsWith(`${one}/`)).sort());
          }
        }
      }),
    );
  });

  it("gives every change a greater version, and the object bears it", () => {
    fc.assert(
      fc.property(acts(60), (list) => {
        const store = new Store();
        const changes = watched(store);
        for (const act of list) perform(store, act);
        const versions = changes.map((change) => change.resourceVersion);
        expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
        expect(changes.map(({ object }) => object.metadata.resourceVersion)).toEqual(versions.map(String));
        expect(store.resourceVersion).toBe(versions.at(-1) ?? 1);
      }),
    );
  });

  it("tells a watch from any version exactly what came later, or that it has forgotten", () => {
    const cutting = fc.record({
      first: acts(40),
      second: acts(40),
      from: fc.nat(90),
      isCompacted: fc.boolean(),
    });
    fc.assert(
      fc.property(cutting, ({ first, second, from, isCompacted }) => {
        const store = new Store();
        const changes = watched(store);
        for (const act of first) perform(store, act);
        const forgottenUpTo = isCompacted ? store.resourceVersion : 1;
        if (isCompacted) store.compact();
        for (const act of second) perform(store, act);
        const later = changes.filter((change) => change.resourceVersion > from);
        expect(store.changesSince(from)).toEqual(from < forgottenUpTo ? null : later);
      }),
    );
  });

  it("forgets the oldest changes only, when there are too many", () => {
    fc.assert(
      fc.property(acts(80), fc.integer({ min: 1, max: 10 }), (list, limit) => {
        const store = new Store(1, limit);
        const changes = watched(store);
        for (const act of list) perform(store, act);
        for (let from = 1; from <= store.resourceVersion; from += 1) {
          const told = store.changesSince(from);
          if (told) expect(told).toEqual(changes.filter((change) => change.resourceVersion > from));
        }
        expect(store.changesSince(store.resourceVersion)).toEqual([]);
        expect(store.changesSince(changes.at(-limit - 1)?.resourceVersion ?? 1)).not.toBeNull();
      }),
    );
  });

  it("loses and doubles nothing for who lists and then watches from the list's version", () => {
    fc.assert(
      fc.property(acts(40), acts(40), (before, after) => {
        const store = new Store();
        for (const act of before) perform(store, act);
        const list = store.list("secrets", "lab");
        const version = store.resourceVersion;
        for (const act of after) perform(store, act);
        expect(applied(list, store.changesSince(version) ?? [])).toEqual(store.list("secrets", "lab"));
      }),
    );
  });
});

describe("a list in pages", () => {
  interface Page {
    metadata: { resourceVersion: string; continue?: string; remainingItemCount?: number };
    items: { metadata: { name: string; namespace?: string; resourceVersion: string } }[];
  }

  it("shows one version, whatever changes between its pages", () => {
    const run = fc.record({
      before: acts(30),
      between: fc.array(acts(6), { minLength: 6, maxLength: 6 }),
      limit: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(run, ({ before, between, limit }) => {
        const store = new Store();
        const lister = new Lister(store, () => 0);
        for (const act of before) perform(store, act);
        const whole = store
          .list("secrets", "lab")
          .map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`);
        const version = String(store.resourceVersion);
        const seen: string[] = [];
        let next: string | undefined = "";
        for (let page = 0; next !== undefined; page += 1) {
          const search = new URLSearchParams({
            limit: String(limit),
            ...(next === "" ? {} : { continue: next }),
          });
          const { metadata, items } = JSON.parse(
            lister.list({ resource: resourceOf("secrets"), namespace: "lab", search }),
          ) as Page;
          expect(metadata.resourceVersion).toBe(version);
          seen.push(...items.map((item) => `${item.metadata.name}@${item.metadata.resourceVersion}`));
          expect(metadata.remainingItemCount ?? 0).toBe(whole.length - seen.length);
          next = metadata.continue;
          for (const act of between[page] ?? []) perform(store, act);
        }
        expect(seen).toEqual(whole);
      }),
    );
  });

  it("shows each object once, of one namespace, of all, of a kind without, and of a selector", () => {
    const store = new Store();
    const lister = new Lister(store, () => 0);
    const times = { resourceVersion: "", creationTimestamp: "2026-12-01T10:00:00Z" };
    const place = (kind: string, name: string, namespace?: string) => {
      const metadata = { name, namespace, labels: { label: name < "c" ? "x" : "y" }, ...times };
      store.insert({ apiVersion: "v1", kind, metadata: { ...metadata, uid: `uid-${(uids += 1)}` } });
    };
    const names = ["b", "d", "a", "c"];
    for (const name of names) place("Node", name);
    for (const namespace of ["lab", "lab-2", "a", "z"])
      for (const name of names) place("Secret", name, namespace);
    const read = (kind: string, query: object, namespace?: string) => {
      const seen: string[] = [];
      for (let next: string | undefined = ""; next !== undefined;) {
        const search = new URLSearchParams({
          ...query,
          limit: "3",
          ...(next === "" ? {} : { continue: next }),
        });
        const page = JSON.parse(lister.list({ resource: resourceOf(kind), namespace, search })) as Page;
        seen.push(...page.items.map(({ metadata }) => `${metadata.namespace ?? ""}/${metadata.name}`));
        next = page.metadata.continue;
      }
      return seen.join(" ");
    };
    const x = { labelSelector: "label=x" };
    expect(read("secrets", {}, "lab")).toBe("lab/a lab/b lab/c lab/d");
    expect(read("secrets", x, "lab-2")).toBe("lab-2/a lab-2/b");
    expect(read("secrets", x)).toBe("a/a a/b lab-2/a lab-2/b lab/a lab/b z/a z/b");
    expect(read("nodes", {})).toBe("/a /b /c /d");
    expect(read("secrets", {}, "nothing")).toBe("");
  });
});
