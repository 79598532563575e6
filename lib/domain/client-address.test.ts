import { describe, expect, it } from "vitest";
import { parseCidr, type Cidr } from "./cidr";
import { clientAddress } from "./client-address";

const trusted = ["10.0.0.0/8", "fd00::/8"].map(parseCidr).filter((cidr): cidr is Cidr => cidr !== null);

describe("clientAddress", () => {
  it.each([
    ["the peer, whatever it claims", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
    ["whom a trusted proxy saw", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
    [
      "the last hop that is no proxy, not what a client put before it",
      "10.1.2.3",
      "1.1.1.1, 198.51.100.1, 10.9.9.9",
      "198.51.100.1",
    ],
    ["a trusted proxy itself, where it forwards nobody", "10.1.2.3", null, "10.1.2.3"],
    [
      "a trusted proxy itself, where what it forwards is no address",
      "10.1.2.3",
      "198.51.100.1, unknown",
      "10.1.2.3",
    ],
    ["an IPv4 peer on an IPv6 socket", "::ffff:10.1.2.3", "2001:db8::7", "2001:db8::7"],
    ["a proxy of IPv6", "fd00::1", "198.51.100.1", "198.51.100.1"],
    ["nobody", null, "198.51.100.1", null],
  ])("tells %s", (_what, peer, forwarded, address) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(address);
  });

  it("believes no header where no proxy is trusted", () => {
    expect(clientAddress("10.1.2.3", "198.51.100.1", [])).toBe("10.1.2.3");
  });
});
