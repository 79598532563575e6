const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const IN_RECORD = /(ResourceVersion in record) \(\d+\)/g;
const TOO_OLD = /(too old resource version: \d+) \(\d+\)/g;
const CURRENT = /(Too large resource version: \d+, current:) \d+/g;
const TOKEN_VOLUME = /kube-api-access-[a-z0-9]{5}/g;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * A body without what differs from one server and one minute to the next: UIDs, versions, times, managed fields, and
 * the suffixes of generated names. A continue token keeps where it goes on from.
 */
export function normalise(value: unknown): Json {
  if (Array.isArray(value)) return value.map(normalise);
  if (typeof value === "string") return text(value);
  if (typeof value !== "object" || value === null) return value as Json;
  const generated = (value as { generateName?: unknown }).generateName;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "managedFields")
      .map(([key, each]) => [key, field(key, each, generated)]),
  );
}

function field(key: string, value: unknown, generateName: unknown): Json {
  if (key === "resourceVersion" && typeof value === "string" && value !== "") return "<version>";
  if (key === "continue" && typeof value === "string" && value !== "") return startOf(value);
  if (key === "name" && typeof generateName === "string" && typeof value === "string") {
    return value.startsWith(generateName) ? `${generateName}<suffix>` : value;
  }
  return normalise(value);
}

function text(value: string): string {
  return value
    .replace(UUID, "<uid>")
    .replace(TIME, (time) => (time.includes(".") ? "<microtime>" : "<time>"))
    .replace(IN_RECORD, "$1 (<version>)")
    .replace(TOO_OLD, "$1 (<version>)")
    .replace(CURRENT, "$1 <version>")
    .replace(TOKEN_VOLUME, "kube-api-access-<suffix>");
}

function startOf(token: string): string {
  const { rv, start } = JSON.parse(Buffer.from(token, "base64url").toString("utf8")) as {
    rv: number;
    start: string;
  };
  return `<${rv < 0 ? "inconsistent, " : ""}from ${start.replace(/^\//, "").replaceAll("\u0000", "")}>`;
}

/** Where two normalised bodies differ, one line each: the path, what was recorded, what came. */
export function differences(recorded: Json | undefined, came: Json | undefined, at = ""): string[] {
  if (isObject(recorded) && isObject(came)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(came)])];
    return keys.flatMap((key) => differences(recorded[key], came[key], `${at}.${key}`));
  }
  if (Array.isArray(recorded) && Array.isArray(came)) {
    const length = Math.max(recorded.length, came.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      differences(recorded[index], came[index], `${at}[${index}]`),
    );
  }
  if (recorded === came) return [];
  return [`${at || "."}: recorded ${shown(recorded)}, came ${shown(came)}`];
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: Json | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 400);
}
