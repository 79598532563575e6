import type { LabInput } from "@/lib/contracts/labs";
import type { FieldError } from "@/lib/contracts/result";
import type { Lab, LabDisk } from "@/lib/domain/lab";
import { type EgressDraft, egressOf, toEgressDraft, wordsOf } from "./egress-draft";

/** A lab as it is being typed: numbers and lists are text until it is handed in. */
export interface LabDraft {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly isEnabled: boolean;
  readonly sessionMinutes: string;
  readonly maxMinutes: string;
  readonly kind: "vm" | "pod";
  readonly image: string;
  readonly cpus: string;
  readonly memoryMiB: string;
  readonly machineCount: string;
  readonly diskType: LabDisk["type"];
  readonly diskMiB: string;
  readonly sourcePvc: string;
  readonly sourceNamespace: string;
  readonly ephemeralMiB: string;
  readonly cloudInit: string;
  readonly protocol: "ssh" | "http" | "none";
  readonly port: string;
  readonly user: string;
  readonly template: string;
  readonly egress: readonly EgressDraft[];
  readonly capabilities: string;
  readonly graceSeconds: string;
}

export const NEW_LAB: LabDraft = {
  slug: "",
  name: "",
  description: "",
  isEnabled: true,
  sessionMinutes: "",
  maxMinutes: "",
  kind: "vm",
  image: "",
  cpus: "1",
  memoryMiB: "2048",
  machineCount: "1",
  diskType: "none",
  diskMiB: "10240",
  sourcePvc: "",
  sourceNamespace: "",
  ephemeralMiB: "1024",
  cloudInit: "{}",
  protocol: "ssh",
  port: "22",
  user: "student",
  template: "ssh {user}@{address} -p {port}",
  egress: [],
  capabilities: "",
  graceSeconds: "30",
};

export function toDraft(lab: Lab): LabDraft {
  const { spec } = lab;
  const { disk } = spec;
  return {
    slug: lab.slug,
    name: lab.name,
    description: lab.description,
    isEnabled: lab.isEnabled,
    sessionMinutes: lab.sessionMinutes === null ? "" : String(lab.sessionMinutes),
    maxMinutes: lab.maxMinutes === null ? "" : String(lab.maxMinutes),
    kind: spec.kind,
    image: spec.image,
    cpus: String(spec.cpus),
    memoryMiB: String(spec.memoryMiB),
    machineCount: String(spec.machineCount),
    diskType: disk.type,
    diskMiB: disk.type === "none" ? NEW_LAB.diskMiB : String(disk.sizeMiB),
    sourcePvc: disk.type === "clone" ? disk.sourcePvc : "",
    sourceNamespace: disk.type === "clone" ? (disk.sourceNamespace ?? "") : "",
    ephemeralMiB: String(spec.ephemeralMiB),
    cloudInit: JSON.stringify(spec.cloudInit, null, 2),
    protocol: spec.access.protocol,
    port: String(spec.access.port),
    user: spec.access.user,
    template: spec.access.template,
    egress: spec.egress.map(toEgressDraft),
    capabilities: spec.capabilities.join(", "),
    graceSeconds: String(spec.graceSeconds),
  };
}

export type DraftResult =
  | { readonly ok: true; readonly input: LabInput }
  | { readonly ok: false; readonly fields: readonly FieldError[] };

/** Reads the text. Only what cannot be sent at all is refused here; the rules of a lab are the server's. */
export function toInput(draft: LabDraft): DraftResult {
  const cloudInit = jsonObject(draft.cloudInit);
  const egress = egressOf(draft.egress);
  const fields: FieldError[] = [];
  if (cloudInit === null) fields.push({ path: "spec.cloudInit", code: "not-json" });
  if (!egress.ok) fields.push(...egress.fields);
  if (cloudInit === null || !egress.ok) return { ok: false, fields };
  const isPod = draft.kind === "pod";
  return {
    ok: true,
    input: {
      slug: draft.slug.trim(),
      name: draft.name,
      description: draft.description,
      isEnabled: draft.isEnabled,
      sessionMinutes: optionalNumber(draft.sessionMinutes),
      maxMinutes: optionalNumber(draft.maxMinutes),
      spec: {
        kind: draft.kind,
        image: draft.image,
        cpus: Number(draft.cpus),
        memoryMiB: Number(draft.memoryMiB),
        machineCount: Number(draft.machineCount),
        disk: diskOf(draft),
        ephemeralMiB: Number(draft.ephemeralMiB),
        cloudInit: isPod ? {} : cloudInit,
        access: {
          protocol: draft.protocol,
          port: Number(draft.port),
          user: draft.user.trim(),
          template: draft.template,
        },
        egress: egress.rules,
        capabilities: isPod ? wordsOf(draft.capabilities) : [],
        graceSeconds: Number(draft.graceSeconds),
      },
    },
  };
}

function diskOf(draft: LabDraft): LabInput["spec"]["disk"] {
  const sizeMiB = Number(draft.diskMiB);
  if (draft.diskType === "none") return { type: "none" };
  if (draft.diskType === "scratch") return { type: "scratch", sizeMiB };
  const sourceNamespace = draft.sourceNamespace.trim() || null;
  return { type: "clone", sourcePvc: draft.sourcePvc, sourceNamespace, sizeMiB };
}

function optionalNumber(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
