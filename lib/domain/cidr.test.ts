import { describe, expect, it } from "vitest";
import { containsCidr, overlapsCidr, parseCidr, parseIp } from "./cidr";

const cidr = (text: string) => {
  const parsed = parseCidr(text);
  if (!parsed) throw new Error(`${text} is no CIDR`);
  return parsed;
};

describe("parseCidr", () => {
  it.each([
    ["0.0.0.0/0", 4, 0n, 0],
    ["10.0.0.0/8", 4, 167772160n, 8],
    ["192.168.1.7/32", 4, 3232235783n, 32],
    ["::/0", 6, 0n, 0],
    ["fd00::/8", 6, 0xfdn << 120n, 8],
    ["2001:db8::1/128", 6, (0x20010db8n << 96n) + 1n, 128],
  ])("reads %s", (text, version, base, prefix) => {
    expect(parseCidr(text)).toEqual({ version, base, prefix });
  });
  it.each([
    "",
    "10.0.0.0",
    "10.0.0.1/8",
    "10.0.0.0/33",
    "10.0.0/8",
    "010.0.0.0/8",
    "256.0.0.0/8",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "::1/64",
    ":::/0",
    "1::2::3/128",
    "1:2:3:4:5:6:7:8:9/128",
    "g::/16",
    "fd00::/129",
  ])("refuses %j", (text) => {
    expect(parseCidr(text)).toBeNull();
  });
});

describe("blocks", () => {
  it.each([
    ["10.0.0.0/8", "10.1.2.0/24", true, true],
    ["10.0.0.0/8", "10.0.0.0/8", true, true],
    ["10.1.0.0/16", "10.0.0.0/8", false, true],
    ["10.0.0.0/8", "11.0.0.0/8", false, false],
    ["0.0.0.0/0", "fd00::/8", false, false],
    ["fc00::/7", "fd12:3456::/32", true, true],
  ])("%s and %s: contains %s, overlaps %s", (outer, inner, contains, overlaps) => {
    expect(containsCidr(cidr(outer), cidr(inner))).toBe(contains);
    expect(overlapsCidr(cidr(outer), cidr(inner))).toBe(overlaps);
    expect(overlapsCidr(cidr(inner), cidr(outer))).toBe(overlaps);
  });
  it("hold addresses", () => {
    const ip = parseIp("10.9.8.7");
    expect(ip && containsCidr(cidr("10.9.0.0/16"), ip)).toBe(true);
    expect(parseIp("10.9.8.7/32")).toBeNull();
  });
});
