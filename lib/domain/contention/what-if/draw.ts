/**
 * A number from 0 to below 1 that depends on the four alone: not on what else was drawn before it, so that the same pod
 * draws the same work beside a change (common random numbers). A finaliser of murmur3 over the mixed words.
 */
export function draw(seed: number, pod: number, attempt: number, purpose: number): number {
  let hash = 0x9e3779b9;
  for (const word of [seed, pod, attempt, purpose]) {
    hash = Math.imul(hash ^ word, 0x85ebca6b);
    hash ^= hash >>> 13;
    hash = Math.imul(hash, 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32;
}
