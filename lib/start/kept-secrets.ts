import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Random values by name, made at the first call and kept in `file`, which only its owner may read. */
export function keptSecrets<Name extends string>(file: string, names: readonly Name[]): Record<Name, string> {
  const kept = (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}) as Record<Name, string>;
  const missing = names.filter((name) => !kept[name]);
  for (const name of missing) kept[name] = randomBytes(24).toString("base64url");
  if (missing.length > 0) writeFileSync(file, JSON.stringify(kept, null, 2), { mode: 0o600 });
  return kept;
}
