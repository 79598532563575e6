/** A label selector, read: all of its requirements must hold. */
export type Selector = readonly Requirement[];
export interface Requirement {
  readonly key: string;
  readonly operator: "in" | "not-in" | "exists" | "absent";
  /** Of `in` and `not-in`; empty elsewhere. */
  readonly values: readonly string[];
}

/** Why a text is no selector; `part` is the requirement at fault, as it was written. */
export interface SelectorProblem {
  readonly code: SelectorProblemCode;
  readonly params: { readonly part: string };
}
export const SELECTOR_PROBLEM_CODES = [
  "selector-empty-part", // params: part; two commas in a row, or one at an end
  "selector-bad-key", // params: part
  "selector-bad-value", // params: part
  "selector-no-values", // params: part; "in" without a list
  "selector-bad-operator", // params: part
] as const;
export type SelectorProblemCode = (typeof SELECTOR_PROBLEM_CODES)[number];

const NAME = /^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;
const PREFIX = /^(?=.{1,253}\/)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\//;

/**
 * The text that `kubectl -l` takes: `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`, joined by commas.
 * An empty text takes in everything. Keys and values are held to the grammar of labels, so that a misspelt selector
 * is an error and not an empty result. (`a>1` and `a<1`, which only node affinity needs, are refused.)
 */
export function parseSelector(text: string): { readonly selector: Selector } | SelectorProblem {
  if (text.trim() === "") return { selector: [] };
  const selector: Requirement[] = [];
  for (const part of splitParts(text)) {
    const read = readRequirement(part.trim());
    if ("code" in read) return read;
    selector.push(read);
  }
  return { selector };
}

/** `!=` and `notin` hold too where the key is missing, as in Kubernetes. */
export function matches(selector: Selector, labels: Readonly<Record<string, string>>): boolean {
  return selector.every(({ key, operator, values }) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (operator === "exists") return value !== undefined;
    if (operator === "absent") return value === undefined;
    const isListed = value !== undefined && values.includes(value);
    return operator === "in" ? isListed : !isListed;
  });
}

/** Commas within parentheses part values, not requirements. */
function splitParts(text: string): string[] {
  return text.split(/,(?![^(]*\))/);
}

function readRequirement(part: string): Requirement | SelectorProblem {
  if (part === "") return problem("selector-empty-part", part);
  const set = /^(\S+?)\s+(in|notin)\b\s*(.*)$/.exec(part);
  if (set) return readSet(part, set[1] ?? "", set[2] === "in" ? "in" : "not-in", set[3] ?? "");
  const pair = /^([^=!\s]+)\s*(==|=|!=)\s*([^=!]*)$/.exec(part);
  if (pair) {
    const operator = pair[2] === "!=" ? "not-in" : "in";
    return checked(part, { key: pair[1] ?? "", operator, values: [(pair[3] ?? "").trim()] });
  }
  const isAbsent = part.startsWith("!");
  const key = isAbsent ? part.slice(1).trim() : part;
  if (/[\s=!<>()]/.test(key)) return problem("selector-bad-operator", part);
  return checked(part, { key, operator: isAbsent ? "absent" : "exists", values: [] });
}

function readSet(
  part: string,
  key: string,
  operator: "in" | "not-in",
  rest: string,
): Requirement | SelectorProblem {
  const list = /^\(([^()]*)\)$/.exec(rest);
  if (!list || list[1]?.trim() === "") return problem("selector-no-values", part);
  return checked(part, { key, operator, values: (list[1] ?? "").split(",").map((value) => value.trim()) });
}

function checked(part: string, requirement: Requirement): Requirement | SelectorProblem {
  const prefix = PREFIX.exec(requirement.key)?.[0] ?? "";
  if (!NAME.test(requirement.key.slice(prefix.length))) return problem("selector-bad-key", part);
  const isGood = requirement.values.every((value) => value === "" || NAME.test(value));
  return isGood ? requirement : problem("selector-bad-value", part);
}

function problem(code: SelectorProblemCode, part: string): SelectorProblem {
  return { code, params: { part } };
}
