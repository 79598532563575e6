import { readFileSync } from "node:fs";

const HOW = "write it with `kubectl get … -o json`";
const SAYS_CODE: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  EACCES: "may not be read",
  EISDIR: "is a folder: name the files in it",
};

/**
 * The JSON documents of a file, as `kubectl get … -o json` writes one or several of them, one after another. Throws an
 * Error that names the file and says what to do.
 */
export function readDocuments(file: string): readonly unknown[] {
  const text = decoded(file, bytesOf(file)).trim();
  if (text === "") throw new Error(`${file} is empty: ${HOW}.`);
  const documents = parsed(text);
  if (documents === null) throw new Error(`${file} ${whatElse(text)}: ${HOW}.`);
  if (!documents.every(isObject)) throw new Error(`${file} is JSON, but no object of Kubernetes: ${HOW}.`);
  return documents;
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new Error(`${file} ${SAYS_CODE[code] ?? "cannot be read"}.`);
  }
}

/** PowerShell writes UTF-16 with a byte order mark where it is told nothing else. */
function decoded(file: string, bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file} is no text: ${HOW}.`);
  }
}

/** null: it is no JSON from its beginning to its end. */
function parsed(text: string): unknown[] | null {
  const whole = valueOf(text);
  if (whole !== undefined) return [whole.value];
  const documents = documentsIn(text).map(valueOf);
  const told = documents.flatMap((each) => (each === undefined ? [] : [each.value]));
  return told.length > 0 && told.length === documents.length ? told : null;
}

function valueOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Cut where an object that stands alone ends; braces within strings count for nothing. */
function documentsIn(text: string): string[] {
  const documents: string[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token === "{") depth += 1;
    if (token !== "}") continue;
    depth -= 1;
    if (depth > 0) continue;
    documents.push(text.slice(start, index + 1));
    start = index + 1;
  }
  const rest = text.slice(start).trim();
  return rest === "" ? documents : [...documents, rest];
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function whatElse(text: string): string {
  if (/^(---|apiVersion:|kind:|items:|metadata:)/m.test(text) && !text.startsWith("{"))
    return "is YAML and no JSON";
  if (/^(NAME|NAMESPACE|LAST SEEN)\s/.test(text)) return "is a table and no JSON";
  if (/^(error|Error from server)/.test(text)) return "holds an error of kubectl and no JSON";
  if (text.startsWith("{") || text.startsWith("[")) return "is broken JSON, perhaps cut short";
  return "is no JSON";
}
