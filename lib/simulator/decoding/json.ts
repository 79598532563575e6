/**
 * As deep as a body may nest. A real server reads 10,000 levels (sigs.k8s.io/json); what walks an object here calls
 * itself for each, and no object that anybody means comes near either.
 */
const MOST_LEVELS = 500;

/** Why a text cannot be read, in the words of Go's decoder; whoever asks puts the rest of the sentence before it. */
export class UnreadableJson extends Error {}

/** Reads JSON. Throws UnreadableJson where it is none, nests too deeply, or holds a number that none can be. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableJson("unexpected end of JSON input");
  }
  checkLevels(value);
  return value;
}

/** Throws UnreadableJson for a value that no body may hold. It calls itself for nothing, however deep that is. */
export function checkLevels(value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) throw new UnreadableJson("exceeded max depth");
    for (const each of level) {
      if (typeof each !== "number" || Number.isFinite(each)) continue;
      throw new UnreadableJson("json: cannot unmarshal number into Go value of type float64");
    }
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
}

/** Another value where its name is of the prototype and not the object's own is none: names come from anybody. */
export function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}

/** Sets a member of a plain object, also one that is named as the prototype is. */
export function setOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** As Go's decoder names what it found. */
export function kindOfJson(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}
