import { unknownPlaceholders } from "./access";
import { checkEgress } from "./egress-rules";
import { isImageAllowed, isImageWellFormed } from "./image-rules";
import type { LabSpec } from "./lab";

/** One thing that is wrong, by path of the input; the code is worded in lib/i18n. */
export interface FieldProblem {
  readonly path: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}
/** What of the configuration a lab is checked against. */
export interface LabRules {
  readonly imagePrefixes: readonly string[];
  readonly machineCap: number;
  readonly defaultSessionMinutes: number;
  readonly defaultMaxMinutes: number;
}
/** A lab's own times; null: the configuration's. */
export interface LabTimes {
  readonly sessionMinutes: number | null;
  readonly maxMinutes: number | null;
}

/** What a pod may add back after `drop: ["ALL"]`: what a container runtime gives by default, and nothing stronger. */
export const ALLOWED_CAPABILITIES = [
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "NET_RAW",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
];
const CLOUD_INIT_LIMIT_BYTES = 16_384;

/** Everything that is wrong with a lab whose shape is right (lib/contracts/labs). Empty: it may be stored. */
export function checkLab(spec: LabSpec, times: LabTimes, rules: LabRules): FieldProblem[] {
  return [
    ...checkTimes(times, rules),
    ...checkImage(spec, rules),
    ...checkSize(spec, rules),
    ...(spec.kind === "vm" ? checkVm(spec) : checkPod(spec)),
    ...checkCloudInit(spec),
    ...checkAccess(spec),
    ...checkEgress(spec.egress),
  ];
}

function checkTimes(times: LabTimes, rules: LabRules): FieldProblem[] {
  const session = times.sessionMinutes ?? rules.defaultSessionMinutes;
  const max = times.maxMinutes ?? rules.defaultMaxMinutes;
  if (session <= max) return [];
  return [
    {
      path: "sessionMinutes",
      code: "session-over-max",
      params: { sessionMinutes: session, maxMinutes: max },
    },
  ];
}

function checkImage({ image }: LabSpec, { imagePrefixes }: LabRules): FieldProblem[] {
  if (!isImageWellFormed(image)) return [{ path: "spec.image", code: "image-malformed" }];
  if (isImageAllowed(image, imagePrefixes)) return [];
  return [{ path: "spec.image", code: "image-not-allowed", params: { prefixes: imagePrefixes.join(", ") } }];
}

function checkSize(spec: LabSpec, { machineCap }: LabRules): FieldProblem[] {
  if (spec.machineCount <= machineCap) return [];
  return [{ path: "spec.machineCount", code: "machines-over-cap", params: { cap: machineCap } }];
}

function checkVm(spec: LabSpec): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (!Number.isInteger(spec.cpus)) problems.push({ path: "spec.cpus", code: "cpus-whole" });
  if (spec.memoryMiB < 128)
    problems.push({ path: "spec.memoryMiB", code: "memory-too-small", params: { minMiB: 128 } });
  if (spec.capabilities.length > 0)
    problems.push({ path: "spec.capabilities", code: "capabilities-pods-only" });
  return problems;
}

function checkPod(spec: LabSpec): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (!isStepOf(spec.cpus, 0.05))
    problems.push({ path: "spec.cpus", code: "cpus-step", params: { step: 0.05 } });
  if (spec.disk.type === "clone") problems.push({ path: "spec.disk", code: "clone-vms-only" });
  spec.capabilities.forEach((capability, i) => {
    if (ALLOWED_CAPABILITIES.includes(capability)) return;
    problems.push({ path: `spec.capabilities.${i}`, code: "capability-not-allowed", params: { capability } });
  });
  return problems;
}

function checkCloudInit({ kind, cloudInit }: LabSpec): FieldProblem[] {
  const path = "spec.cloudInit";
  if (kind === "pod" && Object.keys(cloudInit).length > 0) return [{ path, code: "cloud-init-vms-only" }];
  if (JSON.stringify(cloudInit).length <= CLOUD_INIT_LIMIT_BYTES) return [];
  return [{ path, code: "cloud-init-too-long", params: { limitBytes: CLOUD_INIT_LIMIT_BYTES } }];
}

function checkAccess({ access: { protocol, template } }: LabSpec): FieldProblem[] {
  const path = "spec.access.template";
  const unknown = unknownPlaceholders(template).map((name) => ({
    path,
    code: "placeholder-unknown",
    params: { name },
  }));
  if (/[\r\n\0]/.test(template)) return [...unknown, { path, code: "template-one-line" }];
  if (protocol !== "none" && !template.includes("{address}"))
    return [...unknown, { path, code: "template-no-address" }];
  return unknown;
}

function isStepOf(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9;
}
