import { addQuantities, maxQuantity, quantityOf } from "./quantity";
import type { Quantity } from "./quantity";
import type { Container, Pod } from "./objects";

export type Amounts = Map<string, Quantity>;

/**
 * What a pod asks for in all: the larger of the steps of its init containers and the sum of its containers and
 * sidecars (component-helpers resource.PodRequests).
 */
export function podAmounts(pod: Pod, field: "requests" | "limits"): Amounts {
  const sum: Amounts = new Map();
  for (const container of pod.spec.containers) addAll(sum, amountsOf(container, field));
  const sidecars: Amounts = new Map();
  const largest: Amounts = new Map();
  for (const container of pod.spec.initContainers ?? []) {
    const own = amountsOf(container, field);
    if (container.restartPolicy === "Always") {
      addAll(sidecars, own);
      continue;
    }
    const step: Amounts = new Map(sidecars);
    addAll(step, own);
    for (const [name, amount] of step) largest.set(name, maxQuantity(largest.get(name) ?? amount, amount));
  }
  addAll(sum, sidecars);
  for (const [name, amount] of largest) sum.set(name, maxQuantity(sum.get(name) ?? amount, amount));
  return sum;
}

/** The names of the containers, init containers included, that do not state an amount. */
export function containersWithout(pod: Pod, field: "requests" | "limits", name: string): string[] {
  return [...pod.spec.containers, ...(pod.spec.initContainers ?? [])]
    .filter((container) => container.resources?.[field]?.[name] === undefined)
    .map((container) => container.name);
}

export function amountsOf(container: Container, field: "requests" | "limits"): Amounts {
  const stated = Object.entries(container.resources?.[field] ?? {});
  return new Map(stated.map(([name, value]) => [name, quantityOf(value)]));
}

function addAll(sum: Amounts, more: Amounts): void {
  for (const [name, amount] of more) {
    const before = sum.get(name);
    sum.set(name, before ? addQuantities(before, amount) : amount);
  }
}
