import { isMap, kindOfJson, setOwn } from "./json";

/** What a value must be to be decoded; members that a shape does not name may be anything. */
export type Shape =
  | { readonly is: "text" | "integer" | "flag" | "time" | "quantity" | "text or integer" }
  | { readonly is: "list" | "map"; readonly of: Shape }
  | {
      readonly is: "object";
      readonly of: Readonly<Record<string, Shape>>;
      readonly needs: readonly string[];
    };

export const TEXT: Shape = { is: "text" };
export const INTEGER: Shape = { is: "integer" };
export const FLAG: Shape = { is: "flag" };
export const TIME: Shape = { is: "time" };
export const QUANTITY: Shape = { is: "quantity" };
export const TEXT_OR_INTEGER: Shape = { is: "text or integer" };
export const ANY_OBJECT = objectOf({});

export function listOf(of: Shape): Shape {
  return { is: "list", of };
}
export function mapOf(of: Shape): Shape {
  return { is: "map", of };
}
/** `needs` are the members that must be there, which only the schemas of custom resources ask for. */
export function objectOf(of: Readonly<Record<string, Shape>>, needs: readonly string[] = []): Shape {
  return { is: "object", of, needs };
}

export interface Mismatch {
  /** `spec.template.metadata.labels`, without the numbers of list entries. */
  path: string;
  shape: Shape;
  /** Undefined where something that is needed is missing. */
  found: unknown;
}

/** A time as RFC 3339 writes it; Lease times are looked at more closely elsewhere. */
const TIME_PATTERN = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const INT64 = 2 ** 63;

/**
 * The value as it is decoded: what is null is left out, as Go does it, but times, which are printed as null. Calls
 * `refuse`, which must throw, for what does not fit.
 */
export function decoded(
  shape: Shape,
  value: unknown,
  refuse: (mismatch: Mismatch) => never,
  path = "",
): unknown {
  const wrong = () => refuse({ path, shape, found: value });
  switch (shape.is) {
    case "list":
      if (!Array.isArray(value)) return wrong();
      return value.map((each: unknown) => decoded(shape.of, each ?? zeroOf(shape.of), refuse, path));
    case "map":
      if (!isMap(value)) return wrong();
      return members(value, (each) => decoded(shape.of, each ?? zeroOf(shape.of), refuse, path));
    case "object": {
      if (!isMap(value)) return wrong();
      const { of, needs } = shape;
      for (const name of needs) {
        const found = Object.hasOwn(value, name) ? value[name] : undefined;
        if (found === undefined || found === null)
          return refuse({ path: below(path, name), shape: of[name] ?? TEXT, found });
      }
      const given = Object.entries(value).filter(([name, each]) => {
        return each !== undefined && (each !== null || !Object.hasOwn(of, name) || of[name]?.is === "time");
      });
      return members(Object.fromEntries(given), (each, name) => {
        const inner = Object.hasOwn(of, name) ? of[name] : undefined;
        return inner === undefined || each === null ? each : decoded(inner, each, refuse, below(path, name));
      });
    }
    default:
      return isLeaf(shape.is, value) ? value : wrong();
  }
}

function members(value: object, change: (each: unknown, name: string) => unknown): object {
  const result = {};
  for (const [name, each] of Object.entries(value)) setOwn(result, name, change(each, name));
  return result;
}

function isLeaf(is: "text" | "integer" | "flag" | "time" | "quantity" | "text or integer", value: unknown) {
  const isInteger = Number.isInteger(value) && Math.abs(value as number) <= INT64;
  const isText = typeof value === "string";
  switch (is) {
    case "integer":
      return isInteger;
    case "flag":
      return typeof value === "boolean";
    case "time":
      return isText && TIME_PATTERN.test(value) && !Number.isNaN(Date.parse(value));
    case "quantity":
      return isText || typeof value === "number";
    case "text or integer":
      return isText || isInteger;
    default:
      return isText;
  }
}

/** What Go makes of a null in a list or map. */
function zeroOf({ is }: Shape): unknown {
  if (is === "list") return [];
  if (is === "map" || is === "object") return {};
  if (is === "flag") return false;
  return is === "integer" || is === "text or integer"
    ? 0
    : is === "quantity"
      ? "0"
      : is === "text"
        ? ""
        : null;
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** As Go's decoder says it of a type of its own. */
export function goText(kind: string, { path, shape, found }: Mismatch): string {
  if (shape.is === "time" && typeof found === "string")
    return `parsing time "${found}" as "2006-01-02T15:04:05Z07:00": cannot parse "${found}" as "2006"`;
  return `json: cannot unmarshal ${kindOfJson(found)} into Go struct field ${kind}.${path} of type ${goType(shape)}`;
}

function goType(shape: Shape): string {
  switch (shape.is) {
    case "list":
      return `[]${goType(shape.of)}`;
    case "map":
      return `map[string]${goType(shape.of)}`;
    case "object":
      return "struct";
    case "flag":
      return "bool";
    case "integer":
      return "int64";
    case "time":
      return "v1.Time";
    case "quantity":
      return "resource.Quantity";
    case "text or integer":
      return "intstr.IntOrString";
    default:
      return "string";
  }
}

/** As the schema of a custom resource says it. */
export function schemaText({ path, shape, found }: Mismatch): string {
  if (found === undefined) return `${path} in body is required`;
  const is = kindOfJson(found).replace(/^bool$/, "boolean");
  return `${path} in body must be of type ${schemaType(shape)}: "${is}"`;
}

function schemaType({ is }: Shape): string {
  if (is === "list") return "array";
  if (is === "map" || is === "object") return "object";
  if (is === "flag") return "boolean";
  return is === "integer" ? "integer" : "string";
}
