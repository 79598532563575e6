import { badRequest } from "./api-error";
import { own } from "./decoding/json";

export interface Requirement {
  key: string;
  operator: "exists" | "absent" | "in" | "notin" | "gt" | "lt";
  values: string[];
}

type Labels = Record<string, string> | undefined;
const SYMBOLS = ["==", "!=", "=", "!", "(", ")", ",", ">", "<"];
const OPERATORS: Record<string, Requirement["operator"]> = {
  "=": "in",
  "==": "in",
  in: "in",
  "!=": "notin",
  notin: "notin",
  ">": "gt",
  "<": "lt",
};
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
export const LABEL_VALUE_TEXT =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', " +
  "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', " +
  "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** Parses an equality or set-based selector; throws the 400 that the API server answers to a bad one. */
export function parseLabelSelector(text: string): Requirement[] {
  const tokens = tokenize(text);
  const requirements: Requirement[] = [];
  if (tokens.length === 0) return requirements;
  for (let at = 0; ;) {
    const first = tokens[at];
    if (first === undefined) return requirements;
    if (first !== "!" && isSymbol(first)) {
      throw badRequest(`found '${first}', expected: !, identifier, or 'end of string'`);
    }
    const parsed = parseRequirement(tokens, at);
    requirements.push(parsed.requirement);
    const next = tokens[parsed.next];
    if (next === undefined) return requirements;
    if (next !== ",") throw badRequest(`found '${next}', expected: ',' or 'end of string'`);
    at = parsed.next + 1;
    const after = tokens[at];
    if (after === undefined || (after !== "!" && isSymbol(after))) {
      throw badRequest(`found '${after ?? ""}', expected: identifier after ','`);
    }
  }
}

export function matchesLabels(requirements: Requirement[], labels: Labels): boolean {
  return requirements.every((requirement) => {
    const value = labels === undefined ? undefined : (own(labels, requirement.key) as string | undefined);
    switch (requirement.operator) {
      case "exists":
        return value !== undefined;
      case "absent":
        return value === undefined;
      case "in":
        return value !== undefined && requirement.values.includes(value);
      case "notin":
        return value === undefined || !requirement.values.includes(value);
      case "gt":
        return value !== undefined && Number(value) > Number(requirement.values[0]);
      case "lt":
        return value !== undefined && Number(value) < Number(requirement.values[0]);
    }
  });
}

export function isLabelValue(value: string): boolean {
  return value.length <= 63 && LABEL_VALUE.test(value);
}

function parseRequirement(tokens: string[], start: number): { requirement: Requirement; next: number } {
  let at = start;
  const isNegated = tokens[at] === "!";
  if (isNegated) at += 1;
  const key = tokens[at];
  if (key === undefined || isSymbol(key)) throw unparsable(`found '${key ?? ""}', expected: identifier`);
  at += 1;
  const operatorText = tokens[at];
  if (isNegated) return { requirement: { key, operator: "absent", values: [] }, next: at };
  if (operatorText === undefined || operatorText === ",") {
    return { requirement: { key, operator: "exists", values: [] }, next: at };
  }
  const operator = own(OPERATORS, operatorText) as Requirement["operator"] | undefined;
  if (!operator) throw unparsable(`found '${operatorText}', expected: in, notin, =, ==, !=, gt, lt`);
  at += 1;
  const isSet = operatorText === "in" || operatorText === "notin";
  const { values, next } = isSet ? parseSet(tokens, at) : parseExact(tokens, at);
  checkValues(key, values);
  return { requirement: { key, operator, values }, next };
}

function parseExact(tokens: string[], at: number): { values: string[]; next: number } {
  const value = tokens[at];
  if (value === undefined || value === ",") return { values: [""], next: at };
  if (isSymbol(value)) throw unparsable(`found '${value}', expected: identifier`);
  return { values: [value], next: at + 1 };
}

function parseSet(tokens: string[], start: number): { values: string[]; next: number } {
  if (tokens[start] !== "(") throw unparsable(`found '${tokens[start] ?? ""}' expected: '('`);
  const values: string[] = [];
  for (let at = start + 1; ; at += 1) {
    const token = tokens[at];
    if (token === ")") return { values, next: at + 1 };
    if (token === undefined) throw unparsable("found '', expected: ',', ')' or identifier");
    if (token === ",") continue;
    if (isSymbol(token)) throw unparsable(`found '${token}', expected: ',', ')' or identifier`);
    values.push(token);
  }
}

function checkValues(key: string, values: string[]): void {
  values.forEach((value, index) => {
    if (isLabelValue(value)) return;
    throw unparsable(`values[${index}][${key}]: Invalid value: "${value}": ${LABEL_VALUE_TEXT}`);
  });
}

function unparsable(text: string) {
  return badRequest(`unable to parse requirement: ${text}`);
}

function isSymbol(token: string): boolean {
  return SYMBOLS.includes(token);
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  let word = "";
  const flush = () => {
    if (word !== "") tokens.push(word);
    word = "";
  };
  for (let at = 0; at < text.length;) {
    const symbol = SYMBOLS.find((candidate) => text.startsWith(candidate, at));
    if (symbol) {
      flush();
      tokens.push(symbol);
      at += symbol.length;
    } else {
      if (/\s/.test(text.charAt(at))) flush();
      else word += text.charAt(at);
      at += 1;
    }
  }
  flush();
  return tokens;
}
