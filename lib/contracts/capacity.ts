import { z } from "zod";
import type { LabRoom } from "@/lib/domain/capacity/binding";
import type { Charge, ChargeRules, KubevirtRelease } from "@/lib/domain/capacity/charge";
import type { Gauge } from "@/lib/domain/capacity/gauges";
import type { GoldenVolume, SourceVolume } from "@/lib/domain/capacity/golden-volumes";
import type { CapacitySample } from "@/lib/domain/capacity/history";
import type { NodeHeadroom } from "@/lib/domain/capacity/node-headroom";
import { isValid, parseQuantity, quantityText } from "@/lib/domain/capacity/quantity";
import { queryNumber, queryWhole } from "./query-number";
import type { Answer } from "./result";
import type { SeatCount } from "./status";

/** As it crosses the wire: exact amounts are written as quantities ("4640345792", "205m"). */
export type Wire<T> = T extends bigint
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Wire<T[Key]> }
      : T;

export function toWire<T>(value: T): Wire<T> {
  if (typeof value === "bigint") return quantityText(value) as Wire<T>;
  if (Array.isArray(value)) return value.map(toWire) as Wire<T>;
  if (typeof value !== "object" || value === null) return value as Wire<T>;
  const wire: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) wire[key] = toWire(each);
  return wire as Wire<T>;
}

const whole = (min: number, max: number) => queryWhole(min, max).optional();

/** GET /api/capacity. What is given changes what the labs' rooms are told for; the gauges stay as they are. */
export const capacityQuery = z.object({
  cap: whole(0, 100_000),
  /** The bound to change: "namespace/quota/key". */
  quota: z
    .string()
    .regex(/^[^/]{1,63}\/[^/]{1,253}\/.{1,317}$/)
    .optional(),
  hard: z
    .string()
    .max(64)
    .refine((text) => isValid(parseQuantity(text)), { message: "quantity" })
    .optional(),
  cpus: queryNumber(0.05, 64).optional(),
  memoryMiB: whole(32, 262_144),
  machineCount: whole(1, 8),
});
export type CapacityQuery = z.infer<typeof capacityQuery>;

export interface CapacityAnswer extends Answer {
  /** When the cluster last told of what it told of least recently, by the database's clock. */
  readonly asOfMs: number;
  /** The cluster was silent for so long that this is not its present. */
  readonly isStale: boolean;
  /** Every start is refused for this, whatever there is room for; null: nothing holds them. */
  readonly startsHeldBy: StartsHeldBy | null;
  readonly seats: SeatCount;
  readonly gauges: readonly Wire<Gauge>[];
  readonly nodes: readonly Wire<NodeHeadroom>[] | null;
  readonly labs: readonly LabCapacity[];
  readonly volumes: readonly Wire<GoldenVolume>[] | null;
  /** Of the last seven days, oldest first. */
  readonly history: readonly CapacitySample[];
  /** null: unknown, and charged as the dearest. */
  readonly kubevirtRelease: KubevirtRelease | null;
  /** vCPUs sold per core; null: unknown, and charged as KubeVirt's own default has it. */
  readonly cpuAllocationRatio: number | null;
  readonly hasMetrics: boolean;
  /** What could not be read, with an error class. */
  readonly unread: readonly { readonly kind: CapacityKind; readonly error: string }[];
}
export type StartsHeldBy = "wrong-cluster" | "old-database" | "switched-off";
export const CAPACITY_KINDS = ["quota", "claim", "node", "pod", "lease", "nodeUsage", "podUsage"] as const;
export type CapacityKind = (typeof CAPACITY_KINDS)[number];

export interface LabCapacity {
  readonly id: string;
  readonly name: string;
  readonly machineCount: number;
  readonly guestMiB: number;
  /** Of a whole session. */
  readonly charge: Wire<Charge>;
  readonly room: LabRoom;
}

/** GET /api/capacity/fit: what a lab of this size costs, and whether it fits as often as the cap says. */
export const fitQuery = z.object({
  kind: z.enum(["vm", "pod"]),
  cpus: queryNumber(0.05, 64),
  memoryMiB: queryWhole(32, 262_144),
  machineCount: queryWhole(1, 8),
  diskMiB: queryWhole(0, 1_048_576),
  ephemeralMiB: queryWhole(16, 1_048_576),
  /** The volume that its disk is copied from, "" while none is named; "" is our own namespace. */
  sourcePvc: z.string().max(253).default(""),
  sourceNamespace: z.string().max(63).default(""),
});
export type FitQuery = z.infer<typeof fitQuery>;
export interface FitAnswer extends Answer {
  readonly charge: Wire<Charge>;
  readonly rules: ChargeRules;
  readonly asOfMs: number;
  readonly isStale: boolean;
  /** Sessions that the cap allows beside the machines that are not ours. */
  readonly wanted: number;
  /** Seats that those take. */
  readonly foreignSeats: number;
  /** The volume that its disk is copied from; null: none is, or none is named yet. */
  readonly source: Wire<SourceVolume> | null;
  /** In the cluster with none of our machines in it. */
  readonly room: LabRoom;
}
