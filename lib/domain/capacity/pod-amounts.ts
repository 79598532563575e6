import { isValid, type Nano, type Quantity } from "./quantity";

export interface ContainerAmounts {
  /** `sidecar`: an init container that goes on running (restartPolicy Always). */
  readonly role: "init" | "sidecar" | "main";
  readonly amounts: Readonly<Record<string, Quantity>>;
}
type Amounts = Record<string, Nano>;

/**
 * What a pod asks for in all, as scheduler and quota count it: the larger of its init steps (each with the sidecars
 * begun before it) and the sum of its containers and sidecars, plus `overhead` of its runtime class. null where one of
 * the amounts is no quantity: a sum without it would be too low.
 */
export function podAmounts(
  containers: readonly ContainerAmounts[],
  overhead: Readonly<Record<string, Quantity>> = {},
): Readonly<Record<string, Nano>> | null {
  const running: Amounts = {};
  const sidecars: Amounts = {};
  const largestStep: Amounts = {};
  for (const { role, amounts } of containers) {
    const own = plain(amounts);
    if (own === null) return null;
    if (role === "main") add(running, own);
    if (role === "sidecar") add(sidecars, own);
    if (role === "init") raise(largestStep, sum(sidecars, own));
  }
  add(running, sidecars);
  raise(running, largestStep);
  const extra = plain(overhead);
  return extra && sum(running, extra);
}

function plain(amounts: Readonly<Record<string, Quantity>>): Amounts | null {
  const plainAmounts: Amounts = {};
  for (const [name, quantity] of Object.entries(amounts)) {
    if (!isValid(quantity)) return null;
    plainAmounts[name] = quantity.nano;
  }
  return plainAmounts;
}

function add(to: Amounts, more: Amounts): void {
  for (const [name, nano] of Object.entries(more)) to[name] = (to[name] ?? 0n) + nano;
}

function raise(to: Amounts, other: Amounts): void {
  for (const [name, nano] of Object.entries(other))
    to[name] = nano > (to[name] ?? 0n) ? nano : (to[name] ?? 0n);
}

function sum(one: Amounts, other: Amounts): Amounts {
  const all = { ...one };
  add(all, other);
  return all;
}
