import { toNumber } from "@/lib/domain/capacity/measure";
import { type ContainerAmounts, podAmounts } from "@/lib/domain/capacity/pod-amounts";
import { type Quantity, quantityOf } from "@/lib/domain/capacity/quantity";
import { containerAmounts } from "./container-amounts";
import { type Json, record, records } from "./fields";

/** Cores and bytes; 0: it asks for none. null: not told, or no quantity. */
export interface AskedAmounts {
  readonly cpu: number | null;
  readonly memory: number | null;
}

/**
 * What the scheduler counts for a pod of this spec, or of a template's. A request that is left out is the limit where
 * there is one (core/v1 defaults.go, SetDefaults_Pod, which does it for pods and not for templates), else none. What
 * the pod asks for as a whole goes before the sum of its containers (component-helpers/resource, PodRequests).
 */
export function askedAmounts(spec: Json): AskedAmounts {
  return { cpu: asked(spec, "cpu"), memory: asked(spec, "memory") };
}

function asked(spec: Json, name: "cpu" | "memory"): number | null {
  if (records(spec.containers).length === 0) return null;
  const overhead = ownAmount({ requests: record(spec.overhead) }, name);
  const whole = ownAmount(record(spec.resources), name);
  const containers: ContainerAmounts[] =
    name in whole
      ? [{ role: "main", amounts: whole }]
      : containerAmounts(spec, (resources) => ownAmount(resources, name));
  const sum = podAmounts(containers, overhead);
  return sum && toNumber(sum[name] ?? 0n);
}

function ownAmount({ requests, limits }: Json, name: string): Readonly<Record<string, Quantity>> {
  const value = record(requests)[name] ?? record(limits)[name] ?? null;
  return value === null ? {} : { [name]: quantityOf(value) };
}
