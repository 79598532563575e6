import type { LabSpec } from "../lab";
import { NANO, type Nano } from "./quantity";

/** What something is charged, by key of a ResourceQuota ("requests.memory", "pods", "count/virtualmachines.kubevirt.io"). */
export type Charge = Readonly<Record<string, Nano>>;

/** KubeVirt's releases as far as they differ in what a launcher pod asks for. */
export type KubevirtRelease = "1.6" | "1.8" | "1.9" | "1.10";

export interface ChargeRules {
  /** null: it could not be read, and the dearest is taken. */
  readonly kubevirtRelease: KubevirtRelease | null;
  /** vCPUs sold per core asked for, 1 or more; null: it could not be read, and KubeVirt's own is assumed. */
  readonly cpuAllocationRatio: number | null;
  /** The namespace has a quota on limits.cpu or limits.memory: KubeVirt then sets limits on the launcher pod. */
  readonly hasLimitQuota: boolean;
  /** Where the copy of its disk goes. null: no copy, or it is not known. */
  readonly storageClass: string | null;
}
/** Where the KubeVirt object says nothing else (KubeVirt's pkg/virt-config/virt-config.go). */
export const DEFAULT_RATIO = 10;

const MI = 2n ** 20n * NANO;
const MILLI = NANO / 1000n;
const MEGA = 1_000_000n * NANO;

/**
 * What one machine is charged: the requests of its launcher pod as KubeVirt renders them, not the memory of its guest;
 * or those of the lab pod. Figures: KubeVirt's pkg/hypervisor/kvm/hypervisorbackend.go (overhead), services/
 * renderresources.go (ratio, devices), serialconsolelog.go (console log), container-disk.go (disk helper).
 */
export function machineCharge(spec: LabSpec, rules: ChargeRules): Charge {
  return spec.kind === "pod" ? labPodCharge(spec) : virtualMachineCharge(spec, rules);
}

/** What a whole session is charged: its machines, their Secrets, its deadline Job, its NetworkPolicy, its Service. */
export function sessionCharge(spec: LabSpec, rules: ChargeRules): Charge {
  const isGroup = spec.machineCount > 1;
  return sumCharges([
    timesCharge(machineCharge(spec, rules), spec.machineCount),
    counted("secrets", "secrets", spec.machineCount),
    { "count/jobs.batch": NANO, "count/networkpolicies.networking.k8s.io": NANO },
    isGroup ? counted("services", "services", 1) : {},
  ]);
}

export function sumCharges(charges: readonly Charge[]): Charge {
  const sum: Record<string, Nano> = {};
  for (const charge of charges) {
    for (const [key, nano] of Object.entries(charge)) sum[key] = (sum[key] ?? 0n) + nano;
  }
  return sum;
}

export function timesCharge(charge: Charge, count: number): Charge {
  return Object.fromEntries(Object.entries(charge).map(([key, nano]) => [key, nano * BigInt(count)]));
}

/** What KubeVirt adds to the guest's memory on amd64, before the console log and the disk helper. */
export function overheadNano(spec: LabSpec, release: KubevirtRelease | null): Nano {
  const qemu = release === null || release === "1.10" ? 50n : 30n;
  const fixed = 25n + 100n + 25n + 40n + qemu + 8n + 32n;
  const pageTables = release === "1.6" ? (guestNano(spec) + 511n) / 512n : 0n;
  return (fixed + 8n * wholeCpus(spec)) * MI + pageTables;
}

/** The release that a gitVersion such as "v1.7.2" charges as; null where it is none. */
export function releaseOf(gitVersion: string): KubevirtRelease | null {
  const match = /^v?1\.(\d+)/.exec(gitVersion);
  if (!match) return null;
  const minor = Number(match[1]);
  if (minor <= 6) return "1.6";
  if (minor <= 8) return "1.8";
  // A build of the main branch calls itself by the release before it.
  return minor === 9 && !gitVersion.includes("-main") ? "1.9" : "1.10";
}

function virtualMachineCharge(spec: LabSpec, rules: ChargeRules): Charge {
  const { kubevirtRelease: release, hasLimitQuota } = rules;
  const compute = guestNano(spec) + overheadNano(spec, release);
  const helpers = hasDiskHelper(spec, release) ? 1n : 0n;
  const cpu = ceilMilli(wholeCpus(spec) * NANO, rules.cpuAllocationRatio ?? DEFAULT_RATIO);
  const limits = {
    "limits.cpu": wholeCpus(spec) * NANO + (15n + 10n * helpers) * MILLI,
    "limits.memory": 2n * compute + (60n + 40n * helpers) * MEGA,
  };
  return {
    ...podCounts(),
    ...requests({
      cpu: cpu + (5n + helpers) * MILLI,
      memory: compute + (35n + helpers) * MEGA,
      "ephemeral-storage": (50n + 50n * helpers) * MEGA,
    }),
    ...(hasLimitQuota ? limits : {}),
    "requests.devices.kubevirt.io/kvm": NANO,
    "requests.devices.kubevirt.io/tun": NANO,
    "requests.devices.kubevirt.io/vhost-net": NANO,
    "count/virtualmachines.kubevirt.io": NANO,
    "count/virtualmachineinstances.kubevirt.io": NANO,
    ...diskCharge(spec, rules),
  };
}

/** Requests = limits (lib/cluster builds it so), and it is the only container. */
function labPodCharge(spec: LabSpec): Charge {
  const amounts = {
    cpu: BigInt(Math.round(spec.cpus * 1000)) * MILLI,
    memory: guestNano(spec),
    "ephemeral-storage": BigInt(spec.ephemeralMiB) * MI,
  };
  const limits = Object.entries(amounts).map(([name, nano]) => [`limits.${name}`, nano] as const);
  return { ...podCounts(), ...requests(amounts), ...Object.fromEntries(limits) };
}

/** A quota may write the same request in two ways: "memory" and "requests.memory". */
function requests(amounts: Readonly<Record<string, Nano>>): Charge {
  return Object.fromEntries(
    Object.entries(amounts).flatMap(([name, nano]) => [
      [name, nano],
      [`requests.${name}`, nano],
    ]),
  );
}

function podCounts(): Charge {
  return counted("pods", "pods", 1);
}

function counted(key: string, plural: string, count: number): Charge {
  const nano = BigInt(count) * NANO;
  return { [key]: nano, [`count/${plural}`]: nano };
}

/** Up to 1.8 a containerDisk is served by a container that runs beside the guest. */
function hasDiskHelper(spec: LabSpec, release: KubevirtRelease | null): boolean {
  return spec.disk.type !== "clone" && (release === null || release === "1.6" || release === "1.8");
}

function diskCharge({ disk }: LabSpec, { storageClass }: ChargeRules): Charge {
  if (disk.type !== "clone") return {};
  return {
    ...claimCharge(BigInt(disk.sizeMiB) * MI, storageClass),
    "count/datavolumes.cdi.kubevirt.io": NANO,
  };
}

/** What a PersistentVolumeClaim of this size is charged; a quota may count the claims of one storage class. */
export function claimCharge(bytes: Nano, storageClass: string | null): Charge {
  const charge = {
    ...counted("persistentvolumeclaims", "persistentvolumeclaims", 1),
    "requests.storage": bytes,
  };
  if (storageClass === null) return charge;
  const prefix = `${storageClass}.storageclass.storage.k8s.io`;
  return {
    ...charge,
    [`${prefix}/persistentvolumeclaims`]: NANO,
    [`${prefix}/requests.storage`]: bytes,
  };
}

/** A guest has whole CPUs, and lab-rules refuses a lab of any other; a what-if may ask for half a one all the same. */
function wholeCpus({ cpus }: LabSpec): bigint {
  return BigInt(Math.ceil(cpus));
}

function guestNano({ memoryMiB }: LabSpec): Nano {
  return BigInt(memoryMiB) * MI;
}

function ceilMilli(nano: Nano, by: number): Nano {
  const whole = BigInt(Math.max(1, Math.round(by))) * MILLI;
  return ((nano + whole - 1n) / whole) * MILLI;
}
