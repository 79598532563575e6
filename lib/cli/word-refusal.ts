import type { FieldError, Refusal } from "@/lib/contracts/result";
import type { Reason } from "@/lib/domain/reason";
import { utcTime } from "./show-time";
import { translate } from "./translate";

/** A refusal as sentences for an operator: the words are those of the screen, the codes stand beside them. */
export function wordRefusal(refusal: Refusal): string {
  const { code, reason, fields = [], retryAfterSeconds } = refusal;
  const lines = [reason === undefined ? translate(`refusal.${code}`) : wordReason(reason)];
  lines.push(...fields.map(wordField));
  if (retryAfterSeconds !== undefined) lines.push(`Try again in ${retryAfterSeconds} s.`);
  return `${lines.join("\n")} (${reason?.code ?? code})`;
}

/** One stored reason in words; a parameter that an old row lacks is shown as a gap. */
export function wordReason({ code, params = {} }: Reason): string {
  const key = `reason.${code}`;
  if (!translate.has(key)) return code;
  const given = Object.entries(params).filter((pair): pair is [string, string | number] => pair[1] !== null);
  const freeByMs = params["freeByMs"];
  const hasTime = typeof freeByMs === "number";
  return translate(key, {
    ...GAPS,
    ...Object.fromEntries(given),
    hasTime: hasTime ? "yes" : "no",
    freeBy: hasTime ? utcTime(freeByMs) : "",
  }).trim();
}

/** What a field that only the command line fills in is called there; those of a lab's file keep their names. */
const OPTIONS: Readonly<Record<string, string>> = { typedNamespace: "--namespace", typedNumber: "--number" };

function wordField({ path, code, params }: FieldError): string {
  const key = `fields.${code}`;
  return `${OPTIONS[path] ?? path}: ${translate.has(key) ? translate(key, { ...params }) : code}`;
}

const NAMES = [
  ["limitMinutes", "quota", "key", "keys", "requested", "used", "hard", "image", "volume", "machine", "name"],
  ["verb", "resource", "status", "by", "taken", "cap", "namespace", "maxMinutes"],
].flat();
const GAPS: Record<string, string | number> = {
  ...Object.fromEntries(NAMES.map((name) => [name, "?"])),
  message: "",
};
