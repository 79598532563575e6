/** What YAML 1.1 and 1.2 both read as just this text, without quotes. */
const PLAIN = /^[A-Za-z][A-Za-z0-9_./-]*$/;
/** With "e0", which some readers take for a number. */
const NOT_TEXT = /^(true|false|yes|no|on|off|y|n|null|e-?\d+)$/i;

/** JSON values as a YAML document in block style, for people to read; ends with a line break. `undefined` is left out. */
export function yamlOf(value: unknown): string {
  return `${block(value, "")}\n`;
}

function block(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0)
    return value.map((each: unknown) => `${indent}- ${block(each, `${indent}  `).trimStart()}`).join("\n");
  if (!isMap(value)) return `${indent}${scalar(value)}`;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  if (entries.length === 0) return `${indent}{}`;
  return entries
    .map(([key, each]) => {
      const isNested =
        (Array.isArray(each) && each.length > 0) || (isMap(each) && Object.keys(each).length > 0);
      return `${indent}${textOf(key)}:${isNested ? `\n${block(each, `${indent}  `)}` : ` ${scalar(each)}`}`;
    })
    .join("\n");
}

/** JSON's strings are YAML's double-quoted ones. */
function scalar(value: unknown): string {
  if (typeof value === "string") return textOf(value);
  return isMap(value) ? "{}" : JSON.stringify(value ?? null);
}

function textOf(text: string): string {
  return PLAIN.test(text) && !NOT_TEXT.test(text) ? text : JSON.stringify(text);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
