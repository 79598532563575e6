import { readFileSync } from "node:fs";
import { runCommand } from "./run-command";
import type { StepOutcome } from "./run-vitest";

interface Advisory {
  readonly severity: string;
  readonly title: string;
  /** Ends in the advisory's id. */
  readonly url: string;
}
interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Advisory | string)[] }>>;
}

const UNMEASURED =
  "unmeasured: the npm registry in use answers no audits; name one that does in npm_config_registry, and repeat";

/**
 * Known holes, high or critical, in packages that the app runs with: each fails, unless docs/security.md names its id
 * and says why it does not matter. A registry that answers no audits leaves it unmeasured.
 */
export async function auditPackages(signal: AbortSignal): Promise<StepOutcome> {
  const { output } = await runCommand("npm", ["audit", "--omit=dev", "--json"], { signal });
  const found = unexplained(output, readFileSync("docs/security.md", "utf8"));
  if (found === null) return { passed: 0, failed: 0, output: "", notes: [UNMEASURED] };
  return { passed: found.length === 0 ? 1 : 0, failed: found.length, output: found.join("\n") };
}

/** Pure: a line for each advisory in npm's report that `explanations` does not name; null where it is no report. */
export function unexplained(report: string, explanations: string): string[] | null {
  const audit = parseAudit(report);
  if (!audit?.vulnerabilities) return null;
  const advisories = Object.values(audit.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via): via is Advisory => typeof via !== "string" && /^(high|critical)$/.test(via.severity))
    .filter(({ url }) => !explanations.includes(url.split("/").at(-1) ?? url));
  return [...new Set(advisories.map(({ severity, title, url }) => `${severity}: ${title} (${url})`))];
}

/** npm's warnings may stand before the report. */
function parseAudit(report: string): Audit | null {
  try {
    return JSON.parse(report.slice(report.indexOf("{"))) as Audit;
  } catch {
    return null;
  }
}
