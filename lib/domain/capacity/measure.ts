import { NANO, type Nano } from "./quantity";

/** What a resource is counted in. */
export type Measure = "cores" | "bytes" | "count";

/** What a key of a ResourceQuota, or the name of a node's resource, is counted in. */
export function measureOf(key: string): Measure {
  if (/^(requests\.|limits\.)?cpu$/.test(key)) return "cores";
  if (/^(requests\.|limits\.)?(memory|ephemeral-storage)$/.test(key)) return "bytes";
  if (/^(requests\.)?hugepages-/.test(key)) return "bytes";
  if (/(^|\/)requests\.storage$/.test(key)) return "bytes";
  return "count";
}

export interface HumanAmount {
  readonly amount: number;
  /** "" for cores and counts. */
  readonly unit: "" | "B" | "KiB" | "MiB" | "GiB" | "TiB" | "PiB";
}
const BYTE_UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

/**
 * An amount in the unit that people use for it, for a number format of at most three figures after the point. Bytes
 * stay in the smaller unit below 1024 of it. To be looked at, not to be counted with.
 */
export function humanAmount(nano: Nano, measure: Measure): HumanAmount {
  const amount = toNumber(nano);
  if (measure !== "bytes") return { amount, unit: "" };
  let step = 0;
  while (step < BYTE_UNITS.length - 1 && Math.abs(amount) >= 1024 ** (step + 1)) step += 1;
  return { amount: amount / 1024 ** step, unit: BYTE_UNITS[step] ?? "B" };
}

/** The nearest number; exact for all that a cluster has. */
export function toNumber(nano: Nano): number {
  return Number(nano / NANO) + Number(nano % NANO) / 1e9;
}
