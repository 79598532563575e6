import type { LabInput } from "@/lib/contracts/labs";
import type { FieldError } from "@/lib/contracts/result";
import type { EgressRule } from "@/lib/domain/lab";

export interface EgressDraft {
  readonly cidr: string;
  readonly except: string;
  /** "TCP/443, UDP/123" */
  readonly ports: string;
}
export const NEW_EGRESS: EgressDraft = { cidr: "", except: "", ports: "TCP/443" };

type RuleInput = LabInput["spec"]["egress"][number];
type EgressResult =
  | { readonly ok: true; readonly rules: RuleInput[] }
  | { readonly ok: false; readonly fields: readonly FieldError[] };

export function toEgressDraft(rule: EgressRule): EgressDraft {
  return {
    cidr: rule.cidr,
    except: (rule.except ?? []).join(", "),
    ports: rule.ports.map(({ protocol, port }) => `${protocol}/${port}`).join(", "),
  };
}

export function egressOf(drafts: readonly EgressDraft[]): EgressResult {
  const rules: RuleInput[] = [];
  const fields: FieldError[] = [];
  drafts.forEach((draft, index) => {
    const ports = wordsOf(draft.ports).map(portOf);
    const read = ports.filter((port) => port !== null);
    if (read.length < ports.length) fields.push({ path: `spec.egress.${index}.ports`, code: "bad-ports" });
    const except = wordsOf(draft.except);
    rules.push({ cidr: draft.cidr.trim(), ...(except.length > 0 && { except }), ports: read });
  });
  return fields.length > 0 ? { ok: false, fields } : { ok: true, rules };
}

/** Words with commas or spaces between. */
export function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

function portOf(word: string): RuleInput["ports"][number] | null {
  const match = /^(TCP|UDP)\/(\d{1,5})$/.exec(word.toUpperCase());
  if (!match) return null;
  return { protocol: match[1] === "UDP" ? "UDP" : "TCP", port: Number(match[2]) };
}
