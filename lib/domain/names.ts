/** The standing NetworkPolicy of each namespace that keeps every session's pods in. */
export const DEFAULT_DENY_POLICY = "curfew-default-deny";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const LETTERS_AND_DIGITS = LETTERS + "0123456789";
const ID_LENGTH = 10;
const NAME = /^lab-([a-z][a-z0-9]{9})(?:-[1-8](?:-init)?)?$/;

/**
 * A new session's id: 10 characters [a-z0-9], the first a letter, so that every name made of it is a DNS label.
 * `random(n)` gives n random bytes; bytes that would favour some characters are thrown away.
 */
export function newSessionId(random: (n: number) => Uint8Array): string {
  let id = pick(LETTERS, random);
  while (id.length < ID_LENGTH) id += pick(LETTERS_AND_DIGITS, random);
  return id;
}

/** The deadline Job of a session; its NetworkPolicy and headless Service have the same name. */
export const jobName = (sessionId: string): string => `lab-${sessionId}`;
export const policyName = jobName;
export const serviceName = jobName;

/** The n-th machine of a session, from 1. */
export const machineName = (sessionId: string, n: number): string => `lab-${sessionId}-${n}`;

/** The Secret that holds the n-th machine's cloud-init. */
export const secretName = (sessionId: string, n: number): string => `${machineName(sessionId, n)}-init`;

/** The session that a name was made for, or null where the name is none of ours. */
export function sessionIdOfName(name: string): string | null {
  return NAME.exec(name)?.[1] ?? null;
}

/** The Lease that keeps the number of the last pass (design law 10). */
export const passLeaseName = (installationId: string): string => `curfew-${installationId}`;

function pick(alphabet: string, random: (n: number) => Uint8Array): string {
  const fairBelow = 256 - (256 % alphabet.length);
  for (;;) {
    const byte = random(1)[0];
    if (byte === undefined) throw new RangeError("random(1) gave no byte");
    if (byte < fairBelow) return alphabet.charAt(byte % alphabet.length);
  }
}
