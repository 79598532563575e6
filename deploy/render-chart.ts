import { readdirSync, readFileSync } from "node:fs";
import { parse, parseAllDocuments } from "yaml";
import { ChartTemplate } from "./chart-template";

/** A Kubernetes object as a manifest has it. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}
export interface Release {
  readonly name?: string;
  readonly namespace?: string;
}
type Values = Readonly<Record<string, unknown>>;

const CHART = "deploy/chart";
export const VALUE_SETS = readdirSync("deploy/value-sets").map((file) => file.replace(".yaml", ""));

/** The chart's values with those of a set over them, as Helm joins them: maps by key, and null takes a key away. */
export function valuesOf(set: string, more: Values = {}): Values {
  const own = parse(readFileSync(`${CHART}/values.yaml`, "utf8")) as Values;
  const given = parse(readFileSync(`deploy/value-sets/${set}.yaml`, "utf8")) as Values;
  return joinValues(joinValues(own, given), more);
}

/** What the chart makes of these values. Throws where a template refuses them. */
export function renderChart(
  values: Values,
  { name = "curfew", namespace = "curfew" }: Release = {},
): KubeObject[] {
  const template = new ChartTemplate();
  const dot = { Values: values, Release: { Name: name, Namespace: namespace } };
  const files = readdirSync(`${CHART}/templates`).sort();
  return files.flatMap((file) =>
    objectsOf(template.render(readFileSync(`${CHART}/templates/${file}`, "utf8"), dot)),
  );
}

/** The objects in a text of YAML documents. Throws where it is no YAML. */
export function objectsOf(text: string): KubeObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    const object = document.toJS() as KubeObject | null;
    return object === null ? [] : [object];
  });
}

function joinValues(base: Values, over: Values): Values {
  const joined: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value === null) delete joined[key];
    else joined[key] = isMap(value) && isMap(base[key]) ? joinValues(base[key], value) : value;
  }
  return joined;
}

function isMap(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
