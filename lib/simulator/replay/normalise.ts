const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const IN_RECORD = /(ResourceVersion in record) \(\d+\)/g;
const TOO_OLD = /(too old resource version: \d+) \(\d+\)/g;
const CURRENT = /(Too large resource version: \d+, current:) \d+/g;
const ADDRESS = /^127\.0\.0\.1:\d+$/;
const TOKEN_VOLUME = /kube-api-access-[a-z0-9]{5}/g;

/** Who wrote a field, and how a kind is stored: bookkeeping of the server's own. */
const UNREAD = ["managedFields", "storageVersionHash"];
/** Rules of a review come in no order. */
const UNORDERED = ["resourceRules", "nonResourceRules"];
const byText = (a: Json, b: Json) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * A body without what differs from one server and one minute to the next: UIDs, versions, times, managed fields, and
 * the suffixes of generated names. A continue token keeps where it goes on from.
 */
export function normalise(value: unknown): Json {
  if (Array.isArray(value)) return value.filter((each) => !isOfDistribution(each)).map(normalise);
  if (typeof value === "string") return text(value);
  if (typeof value !== "object" || value === null) return value as Json;
  const generated = (value as { generateName?: unknown }).generateName;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !UNREAD.includes(key))
      .map(([key, each]) => [key, field(key, each, generated)]),
  );
}

function field(key: string, value: unknown, generateName: unknown): Json {
  if (key === "resourceVersion" && typeof value === "string" && value !== "") return "<version>";
  if (UNORDERED.includes(key) && Array.isArray(value)) return value.map(normalise).sort(byText);
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
    .replace(ADDRESS, "<address>")
    .replace(TOKEN_VOLUME, "kube-api-access-<suffix>");
}

/** The distribution that was recorded adds a certificate of its own to every pod. */
function isOfDistribution(value: unknown): boolean {
  const { configMap } = (value ?? {}) as { configMap?: { name?: string } };
  return configMap?.name === "openshift-service-ca.crt";
}

function startOf(token: string): string {
  const { rv, start } = JSON.parse(Buffer.from(token, "base64url").toString("utf8")) as {
    rv: number;
    start: string;
  };
  return `<${rv < 0 ? "inconsistent, " : ""}from ${start.replace(/^\//, "").replaceAll("\u0000", "")}>`;
}

/**
 * Of a recorded discovery document what the other serves too, in its order: this cluster serves fewer kinds, and each
 * that it serves must be described just so.
 */
export function partOf(recorded: Json | undefined, came: Json): Json {
  if (Array.isArray(recorded) && Array.isArray(came)) {
    const byName = new Map(recorded.map((each) => [nameOf(each), each]));
    return came.map((each) => partOf(byName.get(nameOf(each)) ?? null, each));
  }
  if (!isObject(recorded) || !isObject(came)) return recorded ?? null;
  const entries = Object.entries(recorded).map(([key, value]) => [key, partOf(value, came[key] ?? null)]);
  return Object.fromEntries(entries) as Json;
}

/** A kind and a group have a name, a version of a group its version; a verb is its own. */
function nameOf(value: Json): string {
  return JSON.stringify(isObject(value) ? (value.name ?? value.version ?? null) : value);
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
