import type { Measure, MeasurePatch } from "./measure";

/** Stands for a value that may be a secret. */
export const WITHHELD = "(withheld)";

/** Headers of a probe whose values are no secret. */
const PLAIN_HEADERS = ["accept", "connection", "content-type", "host", "user-agent", "x-forwarded-proto"];
/** Flags of a JVM that are a switch, a number, a size or a path. What it runs on an error (-XX:On…) is a command. */
const PLAIN_OPTION =
  /^(-XX:[+-]\w+|-XX:(?!On)\w+=[\w.:/%-]*|-X(ms|mx|mn|ss)\d+[kKmMgG]?|-X(int|comp|mixed|rs|share:\w+)|-(server|client|ea|esa)|-(javaagent|agentlib|agentpath):[^=]+|-verbose:\w+)$/;
/** Options whose name may be told, and what they are given not. */
const NAMED_OPTION = /^(-D[^=]+|-(?:javaagent|agentlib|agentpath):[^=]+)=/;

/**
 * The measures without what may be secret in their patches, which copy it from the workload: values of a probe's
 * headers and of its query, what a probe's command is given, and what a JVM is told beyond plain flags. A Secret is read
 * nowhere, but a manifest may hold a token all the same (design law 18), and instructors and a report that is passed on
 * need none of it.
 */
export function withoutSecrets(measures: readonly Measure[]): readonly Measure[] {
  return measures.map((measure) => ({ ...measure, patches: measure.patches.map(cleanedPatch) }));
}

function cleanedPatch(given: MeasurePatch): MeasurePatch {
  const patch = cleaned("", given.patch) as MeasurePatch["patch"];
  return { ...given, patch, isCut: given.isCut || JSON.stringify(patch).includes(WITHHELD) };
}

function cleaned(key: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (key === "command") return value.map((each: unknown, place) => (place === 0 ? each : WITHHELD));
    return value.map((each: unknown) => (isNamed(each) ? cleanedValue(key, each) : cleaned("", each)));
  }
  if (key === "path" && typeof value === "string") return value.replace(/\?.*$/s, `?${WITHHELD}`);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleaned(name, each)]));
}

interface Named {
  readonly name: string;
  readonly value: string;
}
function isNamed(value: unknown): value is Named {
  return typeof value === "object" && value !== null && "name" in value && "value" in value;
}

function cleanedValue(key: string, each: Named): Named {
  if (key === "env") return { ...each, value: each.value.split(/\s+/).map(cleanedOption).join(" ") };
  return PLAIN_HEADERS.includes(each.name.toLowerCase()) ? each : { ...each, value: WITHHELD };
}

function cleanedOption(option: string): string {
  if (option === "" || PLAIN_OPTION.test(option)) return option;
  const [, name] = NAMED_OPTION.exec(option) ?? [];
  return name === undefined ? WITHHELD : `${name}=${WITHHELD}`;
}
