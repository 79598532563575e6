export interface Claim {
  /** cpu.weight of its cgroup. */
  weight: number;
  /** Cores that it could use now. */
  most: number;
}

/**
 * Cores that each claim gets of a node's: by weight, nobody more than they can use, and what one leaves over is shared
 * among the others, as the kernel's fair scheduler does it.
 */
export function shareCores(cores: number, claims: readonly Claim[]): number[] {
  const shares = claims.map(() => 0);
  let open = claims.map((claim, index) => ({ ...claim, index }));
  let left = Math.max(0, cores);
  while (open.length > 0) {
    const weights = open.reduce((sum, { weight }) => sum + weight, 0);
    const each = left / weights;
    const sated = open.filter(({ most, weight }) => most <= each * weight);
    if (sated.length === 0) {
      for (const { index, weight } of open) shares[index] = each * weight;
      return shares;
    }
    for (const { index, most } of sated) {
      shares[index] = most;
      left = Math.max(0, left - most);
    }
    open = open.filter((claim) => !sated.includes(claim));
  }
  return shares;
}

/** cpu.weight of a container that asks for so many cores: the formula of runc 1.3.2 and crun 1.23. */
export function weightOf(requestCores: number): number {
  const shares = Math.min(262_144, Math.max(2, Math.floor(Math.round(requestCores * 1000) * 1.024)));
  if (shares <= 2) return 1;
  const log = Math.log2(shares);
  return Math.ceil(10 ** ((log * log + 125 * log) / 612 - 7 / 34));
}
