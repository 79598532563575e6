export interface CoreClaim {
  readonly weight: number;
  /** Cores that it can use, 0 or more. */
  readonly most: number;
}

/**
 * How a node's cores are shared while more is wanted than there is: by cpu.weight, nobody above what they can use, and
 * what one leaves goes to the others (cgroup v2, CPU controller). The answer is in the order of the claims.
 */
export function shareCores(cores: number, claims: readonly CoreClaim[]): number[] {
  const order = claims.map((_, index) => index);
  const thirst = (index: number) => (claims[index]?.most ?? 0) / (claims[index]?.weight ?? 1);
  order.sort((a, b) => thirst(a) - thirst(b));
  const shares = claims.map(() => 0);
  let left = Math.max(0, cores);
  let weights = claims.reduce((sum, { weight }) => sum + weight, 0);
  for (const index of order) {
    const { weight = 0, most = 0 } = claims[index] ?? {};
    const share = weights > 0 ? Math.min(most, (left * weight) / weights) : 0;
    shares[index] = share;
    left -= share;
    weights -= weight;
  }
  return shares;
}
