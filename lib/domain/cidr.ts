/** A block of IPv4 or IPv6 addresses. */
export interface Cidr {
  readonly version: 4 | 6;
  readonly base: bigint;
  readonly prefix: number;
}

/** "10.0.0.0/8" or "fd00::/8"; null where it is malformed or has bits set behind its prefix. */
export function parseCidr(text: string): Cidr | null {
  const [address = "", length = "", ...rest] = text.split("/");
  if (rest.length > 0 || !/^\d{1,3}$/.test(length)) return null;
  const parsed = parseAddress(address);
  const prefix = Number(length);
  if (!parsed || prefix > bitsOf(parsed.version)) return null;
  const cidr = { ...parsed, prefix };
  return cidr.base === cidr.base - (cidr.base % sizeOf(cidr)) ? cidr : null;
}

/** One address as the block of that address alone, or null where it is malformed. */
export function parseIp(text: string): Cidr | null {
  const parsed = parseAddress(text);
  return parsed && { ...parsed, prefix: bitsOf(parsed.version) };
}

/** Is every address of `inner` one of `outer`? */
export function containsCidr(outer: Cidr, inner: Cidr): boolean {
  return (
    outer.version === inner.version &&
    outer.prefix <= inner.prefix &&
    inner.base - (inner.base % sizeOf(outer)) === outer.base
  );
}

/** Have the two an address in common? Blocks either nest or are apart. */
export function overlapsCidr(a: Cidr, b: Cidr): boolean {
  return containsCidr(a, b) || containsCidr(b, a);
}

function parseAddress(text: string): { version: 4 | 6; base: bigint } | null {
  const v4 = parseV4(text);
  if (v4 !== null) return { version: 4, base: v4 };
  const v6 = parseV6(text);
  return v6 === null ? null : { version: 6, base: v6 };
}

function parseV4(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    return null;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function parseV6(text: string): bigint | null {
  const halves = text.split("::");
  if (halves.length > 2 || text === "") return null;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(Math.max(0, missing)).fill("0"), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}

function bitsOf(version: 4 | 6): number {
  return version === 4 ? 32 : 128;
}

function sizeOf(cidr: Cidr): bigint {
  return 1n << BigInt(bitsOf(cidr.version) - cidr.prefix);
}
