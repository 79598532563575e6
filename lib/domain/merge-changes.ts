/**
 * What a form makes of what is there `now`: what its writer changed since it was `seen`, and nothing else. So two people
 * may change the same list at once, and neither undoes the other; where both changed the same entry the later one holds.
 */
export function mergeChanges<Value>(
  now: ReadonlyMap<string, Value>,
  seen: ReadonlyMap<string, Value>,
  wanted: ReadonlyMap<string, Value>,
): Map<string, Value> {
  const merged = new Map(now);
  for (const key of new Set([...seen.keys(), ...wanted.keys()])) {
    const value = wanted.get(key);
    if (value === seen.get(key)) continue;
    if (value === undefined) merged.delete(key);
    else merged.set(key, value);
  }
  return merged;
}
