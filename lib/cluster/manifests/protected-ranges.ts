import { BlockList, isIP, isIPv4 } from "node:net";

/** Never reachable from a lab, whatever its rules say: link-local (cloud metadata) and loopback. */
const FORBIDDEN = ["169.254.0.0/16", "127.0.0.0/8", "fe80::/10", "::1/128"];
/** Where API servers, nodes, pods and Services live: cut out of every wider rule; a lab names a part of them on purpose. */
const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"];

/**
 * What a rule for `cidr` must leave out (as ipBlock.except), so that "0.0.0.0/0" means the internet and not the
 * cluster. Throws RangeError for what is no CIDR, or lies wholly in a range that no lab may reach.
 */
export function exceptionsOf(cidr: string): readonly string[] {
  const block = parseCidr(cidr);
  if (FORBIDDEN.some((range) => contains(parseCidr(range), block))) {
    throw new RangeError(`Egress to ${cidr} is never allowed`);
  }
  return [...FORBIDDEN, ...PRIVATE].filter((range) => isStrictlyWithin(parseCidr(range), block));
}

interface Cidr {
  readonly address: string;
  readonly prefix: number;
  readonly family: "ipv4" | "ipv6";
}

/** Throws RangeError. */
export function parseCidr(cidr: string): Cidr {
  const match = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(cidr);
  const address = match?.[1] ?? "";
  const prefix = Number(match?.[2]);
  if (isIP(address) === 0 || !(prefix <= (isIPv4(address) ? 32 : 128))) {
    throw new RangeError(`"${cidr}" is no CIDR such as 192.0.2.0/24`);
  }
  return { address, prefix, family: isIPv4(address) ? "ipv4" : "ipv6" };
}

function contains(outer: Cidr, inner: Cidr): boolean {
  if (outer.family !== inner.family || outer.prefix > inner.prefix) return false;
  const list = new BlockList();
  list.addSubnet(outer.address, outer.prefix, outer.family);
  return list.check(inner.address, inner.family);
}

function isStrictlyWithin(inner: Cidr, outer: Cidr): boolean {
  return inner.prefix !== outer.prefix && contains(outer, inner);
}
