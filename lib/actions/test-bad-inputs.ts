export interface BadInput {
  readonly what: string;
  readonly input: unknown;
}

/** Values that no action takes as a whole. */
const WHOLES: readonly unknown[] = [undefined, null, 7, "text", true, [], [[]], {}, { unexpected: 1 }];
const HUGE = "x".repeat(200_000);
const MARKUP = `<img src=x onerror="alert(1)">`;

/**
 * A good input made bad, one leaf at a time: another type, a huge string, an id of nothing, mark-up in a name. An
 * action that takes nothing has no bad input.
 */
export function badInputs(good: unknown): BadInput[] {
  if (good === undefined) return [];
  const wholes = WHOLES.map((input) => ({ what: `all of it ${JSON.stringify(input)}`, input }));
  return [...wholes, ...spoiled(good, [], (value) => value)];
}

function spoiled(value: unknown, path: readonly string[], rebuild: (value: unknown) => unknown): BadInput[] {
  const at = (what: string, bad: unknown): BadInput => ({
    what: `${path.join(".")} ${what}`,
    input: rebuild(bad),
  });
  if (typeof value === "string") {
    const key = path.filter((part) => Number.isNaN(Number(part))).at(-1) ?? "";
    return [
      at("a number", 7),
      at("an object", { toString: "x" }),
      at("null", null),
      at("huge", HUGE),
      at("that no database keeps", `${value}\0`),
      at("with half a character", `${value}\ud800`),
      ...(/id$|ids$/i.test(key) ? [at("of nothing", "zzzzzzzzzz")] : []),
      ...(key === "name" || key === "email" || key === "slug"
        ? [at("mark-up", MARKUP), at("empty", "")]
        : []),
    ];
  }
  if (typeof value === "number") return [at("text", "7"), at("not a number", Number.NaN), at("negative", -1)];
  if (typeof value === "boolean") return [at("text", "true"), at("null", null)];
  if (Array.isArray(value)) {
    const deeper = value.flatMap((item, n) =>
      n > 0 ? [] : spoiled(item, [...path, String(n)], (bad) => rebuild([bad, ...value.slice(1)])),
    );
    return [
      at("no list", "x"),
      at(
        "long",
        Array.from({ length: 6000 }, () => value[0] ?? "x"),
      ),
      ...deeper,
    ];
  }
  if (typeof value === "object" && value !== null) {
    const deeper = Object.entries(value).flatMap(([key, inner]) =>
      spoiled(inner, [...path, key], (bad) => rebuild({ ...value, [key]: bad })),
    );
    return path.length > 0 ? [at("text", "x"), at("a list", ["x"]), ...deeper] : deeper;
  }
  return [at("text", "x"), at("an object", {})];
}
