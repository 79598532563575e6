import { isMap, own, setOwn } from "./decoding/json";

/** RFC 7396: null removes, objects merge, everything else (lists too) is replaced whole. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  const result: Record<string, unknown> = isMap(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else setOwn(result, key, mergePatch(own(result, key), value));
  }
  return result;
}
