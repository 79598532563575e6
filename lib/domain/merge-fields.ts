/**
 * What a form makes of a record as it is `now`: each field that its writer changed since it was `seen`, and the others as
 * they are. null: somebody else changed one of those meanwhile, to another value.
 */
export function mergeFields<Fields extends object>(now: Fields, seen: Fields, wanted: Fields): Fields | null {
  const merged = { ...wanted };
  for (const key of Object.keys(wanted) as (keyof Fields)[]) {
    if (isSame(wanted[key], seen[key])) merged[key] = now[key];
    else if (!isSame(now[key], seen[key]) && !isSame(now[key], wanted[key])) return null;
  }
  return merged;
}

const isSame = (one: unknown, other: unknown) => written(one) === written(other);

/** As JSON whose keys stand in one order: a database gives them back in its own. */
function written(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
