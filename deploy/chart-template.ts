import { parse, stringify } from "yaml";

/**
 * As much of Go's templates, with Helm's functions, as deploy/chart uses: text, if, with, range, define, include,
 * pipelines and the functions below. Anything else throws. The manifests in the repository are Helm's own work, and a
 * test holds this to them, so that what it gets wrong shows.
 */
export class ChartTemplate {
  readonly #named = new Map<string, readonly Node[]>();
  readonly #functions: Readonly<Record<string, (...args: never[]) => unknown>>;

  constructor() {
    this.#functions = { ...FUNCTIONS, include: (name: string, dot: unknown) => this.#include(name, dot) };
  }

  /** Renders a file; its definitions stay for the files after it. Errors: Error. */
  render(source: string, dot: unknown): string {
    const tokens = tokenize(source);
    const nodes = this.#block(tokens);
    if (tokens.length > 0) throw new Error("An end too many");
    return this.#write(nodes, { dot, root: dot });
  }

  /** Reads up to the end, or else, of the block, which stays in `tokens`. */
  #block(tokens: Token[]): Node[] {
    const nodes: Node[] = [];
    for (let token = tokens[0]; token !== undefined; token = tokens[0]) {
      if (token.isText) nodes.push({ kind: "text", text: token.text });
      else if (/^(else|end)\b/.test(token.text)) return nodes;
      else if (/^(if|with|range)\b/.test(token.text)) {
        nodes.push(this.#branch(tokens));
        continue;
      } else if (token.text.startsWith("define")) {
        tokens.shift();
        this.#named.set(String(parse(token.text.slice("define".length))), this.#block(tokens));
      } else if (!token.text.startsWith("/*")) nodes.push({ kind: "print", expression: token.text });
      tokens.shift();
    }
    return nodes;
  }

  #branch(tokens: Token[]): Node {
    const [kind = "", ...words] = (tokens.shift()?.text ?? "").split(" ");
    const then = this.#block(tokens);
    const closing = tokens.shift()?.text;
    let otherwise: Node[] = [];
    if (closing?.startsWith("else if")) {
      tokens.unshift({ isText: false, text: closing.slice("else ".length) });
      otherwise = [this.#branch(tokens)];
    } else if (closing === "else") {
      otherwise = this.#block(tokens);
      tokens.shift();
    } else if (closing !== "end") throw new Error(`{{ ${kind} ${words.join(" ")} }} has no end`);
    return { kind: "branch", how: kind as Branch["how"], expression: words.join(" "), then, otherwise };
  }

  #write(nodes: readonly Node[], scope: Scope): string {
    return nodes.map((node) => this.#writeOne(node, scope)).join("");
  }

  #writeOne(node: Node, scope: Scope): string {
    if (node.kind === "text") return node.text;
    const value = this.#evaluate(node.expression, scope);
    if (node.kind === "print") return value === undefined || value === null ? "" : String(value);
    if (!isTrue(value)) return this.#write(node.otherwise, scope);
    if (node.how === "if") return this.#write(node.then, scope);
    const dots = node.how === "with" ? [value] : (value as unknown[]);
    return dots.map((dot) => this.#write(node.then, { ...scope, dot })).join("");
  }

  #include(name: string, dot: unknown): string {
    const nodes = this.#named.get(name);
    if (!nodes) throw new Error(`Nothing is defined as ${name}`);
    return this.#write(nodes, { dot, root: dot });
  }

  #evaluate(expression: string, scope: Scope): unknown {
    const words = expression.match(/"(?:\\.|[^"\\])*"|[()|]|[^\s()|]+/g) ?? [];
    const value = this.#pipeline(words, scope);
    if (words.length > 0) throw new Error(`Not understood: {{ ${expression} }}`);
    return value;
  }

  #pipeline(words: string[], scope: Scope): unknown {
    let value = this.#command(words, scope, []);
    while (words[0] === "|") {
      words.shift();
      value = this.#command(words, scope, [value]);
    }
    return value;
  }

  #command(words: string[], scope: Scope, piped: readonly unknown[]): unknown {
    const isCall = /^[a-zA-Z]+$/.test(words[0] ?? "") && !isLiteral(words[0]);
    const name = isCall ? (words.shift() ?? "") : null;
    const args: unknown[] = [];
    while (words[0] !== undefined && words[0] !== "|" && words[0] !== ")")
      args.push(this.#argument(words, scope));
    if (name === null) return args[0];
    const call = this.#functions[name];
    if (!call) throw new Error(`There is no function ${name} here`);
    return call(...([...args, ...piped] as never[]));
  }

  #argument(words: string[], scope: Scope): unknown {
    const word = words.shift() ?? "";
    if (word === "(") {
      const value = this.#pipeline(words, scope);
      words.shift();
      return value;
    }
    if (word.startsWith('"') || isLiteral(word)) return JSON.parse(word);
    const [start, ...fields] = word.split(".");
    if (start !== "" && start !== "$") throw new Error(`Not understood: ${word}`);
    return fields
      .filter((field) => field !== "")
      .reduce<unknown>(
        (value, field) => (value as Record<string, unknown> | undefined)?.[field],
        start === "$" ? scope.root : scope.dot,
      );
  }
}

interface Scope {
  readonly dot: unknown;
  readonly root: unknown;
}
interface Token {
  readonly isText: boolean;
  readonly text: string;
}
interface Branch {
  readonly kind: "branch";
  readonly how: "if" | "with" | "range";
  readonly expression: string;
  readonly then: readonly Node[];
  readonly otherwise: readonly Node[];
}
type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "print"; readonly expression: string }
  | Branch;

const FUNCTIONS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  quote: (value: unknown) => JSON.stringify(String(value ?? "")),
  toYaml: (value: unknown) => stringify(value, { lineWidth: 0 }).trimEnd(),
  nindent: (by: number, text: string) => `\n${text.replace(/^/gm, " ".repeat(by))}`,
  printf: (format: string, ...args: unknown[]) =>
    args.reduce<string>((text, arg) => text.replace("%s", String(arg)), format),
  join: (between: string, items: readonly string[]) => items.join(between),
  list: (...items: unknown[]) => items,
  compact: (items: readonly unknown[]) => items.filter(isTrue),
  uniq: (items: readonly unknown[]) => [...new Set(items)],
  eq: (one: unknown, other: unknown) => one === other,
  or: (...values: unknown[]) => values.find(isTrue) ?? values.at(-1),
  fail: (message: string) => {
    throw new Error(message);
  },
};

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  let isTrimmed = false;
  const add = (text: string, trimsEnd: boolean) => {
    const start = isTrimmed ? text.trimStart() : text;
    tokens.push({ isText: true, text: trimsEnd ? start.trimEnd() : start });
  };
  for (const match of source.matchAll(/\{\{(-?)\s*([\s\S]*?)\s*(-?)\}\}/g)) {
    add(source.slice(from, match.index), match[1] === "-");
    tokens.push({ isText: false, text: match[2] ?? "" });
    isTrimmed = match[3] === "-";
    from = match.index + match[0].length;
  }
  add(source.slice(from), false);
  return tokens;
}

const isLiteral = (word: string | undefined): boolean => /^(\d+|true|false)$/.test(word ?? "");

/** As Go's templates see it: empty is false. */
function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
