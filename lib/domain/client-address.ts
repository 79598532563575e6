import { type Cidr, containsCidr, parseCidr, parseIp } from "./cidr";

/**
 * Whose request this is: the peer, or, where the peer is a trusted proxy, the last hop of X-Forwarded-For that is none.
 * Each proxy appends whom it saw, so only the part that trusted ones wrote is believed; whatever a client put before it
 * is not. `forwarded`: the header, null where there is none. null: no address can be told.
 */
export function clientAddress(
  peer: string | null,
  forwarded: string | null,
  trusted: readonly Cidr[],
): string | null {
  let address = plainAddress(peer ?? "");
  const hops = (forwarded ?? "").split(",").map((hop) => plainAddress(hop.trim()));
  while (address !== null && isTrusted(address, trusted)) {
    const before = hops.pop();
    if (before === undefined || before === null) break;
    address = before;
  }
  return address;
}

/** Is this the host's own address, 127.0.0.0/8 or ::1? null, which is unknown, is not. */
export function isLoopback(address: string | null): boolean {
  const block = parseIp(plainAddress(address ?? "") ?? "");
  return block !== null && LOOPBACK.some((cidr) => containsCidr(cidr, block));
}

const LOOPBACK = ["127.0.0.0/8", "::1/128"].map(parseCidr).filter((cidr) => cidr !== null);

/** The names of the host's own address in a URL, as `URL.hostname` writes them. */
export const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** An address as it is compared: an IPv4 one that came over an IPv6 socket without its prefix. */
function plainAddress(text: string): string | null {
  const plain = text.replace(/^::ffff:(?=\d+\.)/i, "");
  return parseIp(plain) === null ? null : plain;
}

function isTrusted(address: string, trusted: readonly Cidr[]): boolean {
  const block = parseIp(address);
  return block !== null && trusted.some((cidr) => containsCidr(cidr, block));
}
