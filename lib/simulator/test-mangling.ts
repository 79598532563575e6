import fc from "fast-check";

/** Deep, but not deeper than what is read; and then one that is. */
const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels)) as unknown;
const NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "$patch",
  "",
  "a/b",
  "name",
  "spec",
  "UPPER",
  "x".repeat(300),
];
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e308,
      2 ** 53,
      2 ** 31,
      "",
      "x",
      "-5",
      "1e99999999",
      "x y",
      "Ω".repeat(300),
    ],
    ...["2026-13-45T99:99:99Z", "0001-01-01T00:00:00Z", "* * * * *", "../..", "constructor", "__proto__"],
    ...[[], {}, [null], [[]], [{}], { "": "" }, { a: null }, { name: 5 }, nested(400), nested(600)],
    JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": 5}}'),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

type Path = readonly (string | number)[];
/** Where a value can be put into an object: each member and entry that is there, however deep. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const below = Array.isArray(value)
    ? value.flatMap((each, index) => pathsIn(each, [...path, index]))
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]))
      : [];
  return [...(path.length > 0 ? [path] : []), ...below];
}

export interface Mangling {
  act: "replace" | "remove" | "add";
  at: number;
  name: string;
  value: unknown;
}
const mangling = fc.record<Mangling>({
  act: fc.constantFrom("replace", "replace", "remove", "add"),
  at: fc.nat(1_000),
  name: fc.constantFrom(...NAMES),
  value: junk,
});

/** The object with this done to it, one after the other. */
export function mangled(object: object, manglings: readonly Mangling[]): unknown {
  const copy = structuredClone(object);
  for (const { act, at, name, value: sample } of manglings) {
    // Samples are shared, and what is put into one would be in all.
    const value = JSON.parse(JSON.stringify(sample)) as unknown;
    const paths = pathsIn(copy);
    const path = paths[at % Math.max(1, paths.length)] ?? [];
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((each, step) => (each as Record<string, unknown>)[step], copy);
    const key = act === "add" ? name : String(path.at(-1));
    if (act === "remove" && !Array.isArray(parent)) delete (parent as Record<string, unknown>)[key];
    else if (act !== "add" || !Array.isArray(parent))
      Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

/** The operations that turn one object into the other member by member, and some that nobody means. */
export function operationsFor(wanted: unknown): object[] {
  return pathsIn(wanted)
    .filter((path) => path.length < 4)
    .slice(0, 12)
    .map((path) => {
      const value = path.reduce<unknown>((each, step) => (each as Record<string, unknown>)[step], wanted);
      return {
        op: "replace",
        path: `/${path.map((step) => String(step).replaceAll("/", "~1")).join("/")}`,
        value,
      };
    });
}

export const manglings = fc.array(mangling, { minLength: 1, maxLength: 3 });
