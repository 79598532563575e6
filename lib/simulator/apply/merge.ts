import { isMap } from "../decoding/json";
import { stepOf } from "./fields";
import type { FieldSet, Path } from "./fields";
import type { MergeRules } from "./merge-rules";

/** What is live with what is applied over it: maps and keyed lists merge, everything else is replaced. */
export function merge(live: unknown, applied: unknown, rules: MergeRules, path: Path = []): unknown {
  if (Array.isArray(applied) && Array.isArray(live)) {
    const keys = rules.listKeys(path);
    return keys === null ? applied : mergeLists(live, applied, keys, rules, path);
  }
  if (!isMap(applied) || !isMap(live) || rules.isAtomicMap(path)) return applied;
  const names = Object.keys(applied);
  const merged = names.map((name) => [
    name,
    name in live ? merge(live[name], applied[name], rules, [...path, `f:${name}`]) : applied[name],
  ]);
  return { ...live, ...Object.fromEntries(merged) };
}

/** Entries come in the order in which they are applied; others keep their places before the next that both have. */
function mergeLists(
  live: unknown[],
  applied: unknown[],
  keys: readonly string[],
  rules: MergeRules,
  path: Path,
): unknown[] {
  const known = new Map(live.map((entry) => [stepOf(entry, keys), entry]));
  const wanted = new Set(applied.map((entry) => stepOf(entry, keys)));
  const shared = [...wanted].filter((step) => known.has(step));
  const waiting = [...known];
  const merged: unknown[] = [];
  const takeOthersUntil = (stop: string | undefined) => {
    for (let next = waiting[0]; next !== undefined && next[0] !== stop; next = waiting[0]) {
      waiting.shift();
      if (!wanted.has(next[0])) merged.push(next[1]);
    }
  };
  for (const entry of applied) {
    const step = stepOf(entry, keys);
    takeOthersUntil(shared[0]);
    if (step === shared[0]) shared.shift();
    merged.push(known.has(step) ? merge(known.get(step), entry, rules, [...path, step]) : entry);
  }
  takeOthersUntil(undefined);
  return merged;
}

/**
 * An object without what a manager has let go of, unless somebody owns it, or something in it. A map or list that held
 * nothing else goes with its last field, unless it is owned as the empty one.
 */
export function prune(
  object: unknown,
  dropped: FieldSet,
  owned: readonly FieldSet[],
  rules: MergeRules,
): unknown {
  const held = new Set<string>();
  for (const path of owned.flatMap((set) => [...set.values()])) {
    path.forEach((_, index) => held.add(JSON.stringify(path.slice(0, index + 1))));
  }
  return [...dropped]
    .filter(([key]) => !held.has(key))
    .reduce((rest, [, path]) => remove(rest, path, [], { rules, held }), object);
}

interface Removal {
  readonly rules: MergeRules;
  readonly held: ReadonlySet<string>;
}

/** Undefined where nothing is left. */
function remove(value: unknown, [step, ...rest]: Path, at: Path, removal: Removal): unknown {
  if (step === undefined) return undefined;
  const below = [...at, step];
  const isKept = at.length === 0 || removal.held.has(JSON.stringify(at));
  if (Array.isArray(value)) {
    const keys = removal.rules.listKeys(at) ?? [];
    const kept = value
      .map((entry: unknown) => (stepOf(entry, keys) === step ? remove(entry, rest, below, removal) : entry))
      .filter((entry) => entry !== undefined);
    return kept.length === 0 && !isKept ? undefined : kept;
  }
  const name = step.slice(2);
  if (!isMap(value) || !(name in value)) return value;
  const { [name]: child, ...others } = value;
  const left = remove(child, rest, below, removal);
  if (left !== undefined) return { ...value, [name]: left };
  return Object.keys(others).length === 0 && !isKept ? undefined : others;
}
