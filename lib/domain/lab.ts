/** What a session's machines are: KubeVirt VirtualMachines, or plain pods where KubeVirt is not installed. */
export type MachineKind = "vm" | "pod";

export type LabDisk =
  | { readonly type: "none" }
  | { readonly type: "scratch"; readonly sizeMiB: number }
  | {
      readonly type: "clone";
      readonly sourcePvc: string;
      readonly sourceNamespace: string | null;
      readonly sizeMiB: number;
    };

/** One allowed way out of the lab: a CIDR with ports, as the session's own NetworkPolicy will say it. */
export interface EgressRule {
  readonly cidr: string;
  readonly except?: readonly string[];
  readonly ports: readonly { readonly protocol: "TCP" | "UDP"; readonly port: number }[];
}

/** How a person gets in. `template` may hold {address}, {port}, {user}, {machine} and {session}. */
export interface LabAccess {
  readonly protocol: "ssh" | "http" | "none";
  readonly port: number;
  readonly user: string;
  readonly template: string;
}

/** The times of a lab or of a session, in minutes. */
export interface LifetimePolicy {
  readonly sessionMinutes: number;
  readonly maxMinutes: number;
  readonly marginMinutes: number;
}

/** What a session is built from. A session keeps a copy, so that editing a lab changes nothing that runs. */
export interface LabSpec {
  readonly kind: MachineKind;
  readonly image: string;
  /** vCPUs of a VM; for a pod requests = limits of this many CPUs (may be a fraction, in steps of 0.05). */
  readonly cpus: number;
  readonly memoryMiB: number;
  /** 1 to 8; more than one makes a group that is created whole or not at all. */
  readonly machineCount: number;
  readonly disk: LabDisk;
  /** Only used by pods: limit of ephemeral-storage. */
  readonly ephemeralMiB: number;
  /** Extra cloud-config as a YAML/JSON-compatible object (VM) — merged by serialisation, never by joining strings. */
  readonly cloudInit: Readonly<Record<string, unknown>>;
  readonly access: LabAccess;
  readonly egress: readonly EgressRule[];
  /** Linux capabilities a pod adds back after drop ALL, e.g. ["SYS_CHROOT"]. */
  readonly capabilities: readonly string[];
  readonly graceSeconds: number;
}

export interface Lab {
  readonly id: string;
  /** Short name used by the command line, unique: [a-z0-9-], 3 to 40 characters. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly spec: LabSpec;
  /** null: the configuration's own. */
  readonly sessionMinutes: number | null;
  readonly maxMinutes: number | null;
  readonly isEnabled: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
}
