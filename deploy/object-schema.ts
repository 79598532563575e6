import { readFileSync } from "node:fs";
import * as models from "@kubernetes/client-node";

interface Attribute {
  readonly name: string;
  readonly baseName: string;
  readonly type: string;
}
type Model = { getAttributeTypeMap(): readonly Attribute[] };

const MODEL_FILES = "node_modules/@kubernetes/client-node/dist/gen/models";
/** Kinds that are no part of Kubernetes itself: what we write of them, as their definitions have it. */
const OTHERS: Readonly<Record<string, Shape>> = {
  "gateway.networking.k8s.io/v1 HTTPRoute": {
    hostnames: ["string"],
    parentRefs: [{ name: "string", namespace: "string", sectionName: "string", port: "number" }],
    rules: [{ backendRefs: [{ name: "string", port: "number" }] }],
  },
  "monitoring.coreos.com/v1 ServiceMonitor": {
    selector: { matchLabels: "texts" },
    endpoints: [
      {
        ...{ port: "string", path: "string", interval: "string" },
        authorization: { type: "string", credentials: { name: "string", key: "string" } },
      },
    ],
  },
  "monitoring.coreos.com/v1 PrometheusRule": {
    groups: [
      {
        name: "string",
        rules: [{ alert: "string", expr: "string", for: "string", labels: "texts", annotations: "texts" }],
      },
    ],
  },
};
type Shape = "string" | "number" | "texts" | readonly [Shape] | { readonly [field: string]: Shape };

/**
 * What is wrong with a Kubernetes object, a sentence each: fields that its kind does not have, fields that are missing,
 * values of another type. Read from the models of the client, which come from the API server's own OpenAPI; they know
 * no enumerations and no ranges.
 */
export function problemsOf(object: Readonly<Record<string, unknown>>): string[] {
  const kind = `${String(object.apiVersion)} ${String(object.kind)}`;
  const other = OTHERS[kind];
  if (other) {
    const { apiVersion: _version, kind: _kind, metadata, spec, ...rest } = object;
    const extra = Object.keys(rest).map((field) => `${kind}: there is no ${field}`);
    return [
      ...extra,
      ...check(metadata, "V1ObjectMeta", `${kind} metadata`),
      ...compare(spec, other, `${kind} spec`),
    ];
  }
  const version = String(object.apiVersion).split("/").at(-1) ?? "";
  return check(object, `${version.replace("v", "V")}${String(object.kind)}`, kind);
}

function check(value: unknown, type: string, at: string): string[] {
  const item = /^Array<(.+)>$/.exec(type)?.[1];
  if (item !== undefined)
    return Array.isArray(value)
      ? value.flatMap((one, i) => check(one, item, `${at}[${i}]`))
      : [`${at} is no list`];
  const entry = /^\{ \[key: string\]: (.+); \}$/.exec(type)?.[1];
  if (entry !== undefined)
    return isMap(value)
      ? Object.entries(value).flatMap(([key, one]) => check(one, entry, `${at}.${key}`))
      : [`${at} is no map`];
  if (type === "any") return [];
  if (type === "IntOrString")
    return ["string", "number"].includes(typeof value) ? [] : [`${at} is no ${type}`];
  if (["string", "number", "boolean"].includes(type))
    return typeof value === type ? [] : [`${at} is no ${type}`];
  const model = (models as unknown as Readonly<Record<string, Model | undefined>>)[type];
  if (model?.getAttributeTypeMap === undefined) return [`${at}: nothing is known of ${type}`];
  return isMap(value) ? checkFields(value, model.getAttributeTypeMap(), type, at) : [`${at} is no ${type}`];
}

function checkFields(value: Fields, attributes: readonly Attribute[], type: string, at: string): string[] {
  const missing = requiredOf(type)
    .filter((field) => value[field] === undefined)
    .map((field) => `${at} lacks ${field}`);
  const wrong = Object.entries(value).flatMap(([field, one]) => {
    const attribute = attributes.find(({ baseName }) => baseName === field);
    return attribute ? check(one, attribute.type, `${at}.${field}`) : [`${at}: there is no ${field}`];
  });
  return [...missing, ...wrong];
}

const required = new Map<string, readonly string[]>();

/** Only the models' declarations say which fields must be there. */
function requiredOf(type: string): readonly string[] {
  const known = required.get(type);
  if (known) return known;
  const declaration = readFileSync(`${MODEL_FILES}/${type}.d.ts`, "utf8");
  const found = [...declaration.matchAll(/^ {4}'([^']+)': /gm)].map(([, field]) => field ?? "");
  required.set(type, found);
  return found;
}

function compare(value: unknown, shape: Shape, at: string): string[] {
  if (shape === "texts") return check(value, "{ [key: string]: string; }", at);
  if (typeof shape === "string") return check(value, shape, at);
  if (isList(shape))
    return Array.isArray(value)
      ? value.flatMap((one, i) => compare(one, shape[0], `${at}[${i}]`))
      : [`${at} is no list`];
  if (!isMap(value)) return [`${at} is no map`];
  return Object.entries(value).flatMap(([field, one]) => {
    const inner = shape[field];
    return inner === undefined ? [`${at}: there is no ${field}`] : compare(one, inner, `${at}.${field}`);
  });
}

type Fields = Readonly<Record<string, unknown>>;
const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function isMap(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
