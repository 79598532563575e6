import { describe, expect, it } from "vitest";
import { parseSshPublicKey } from "./ssh-key";

/** The blob of a key: each field with its length before it. */
function blob(...fields: (string | number[])[]): string {
  const bytes = fields.flatMap((field) => {
    const content = typeof field === "string" ? [...field].map((each) => each.charCodeAt(0)) : field;
    return [0, 0, content.length >> 8, content.length & 255, ...content];
  });
  return btoa(String.fromCharCode(...bytes));
}
const zeros = (n: number) => Array<number>(n).fill(7);
const ED25519 = blob("ssh-ed25519", zeros(32));
const rsa = (bits: number) => blob("ssh-rsa", [1, 0, 1], [0, 128, ...zeros(bits / 8 - 1)]);

describe("parseSshPublicKey", () => {
  it("reads type, comment and what the fingerprint is made of", () => {
    expect(parseSshPublicKey(`  ssh-ed25519 ${ED25519} kim at  home\n`)).toMatchObject({
      ok: true,
      type: "ssh-ed25519",
      comment: "kim at home",
      line: `ssh-ed25519 ${ED25519} kim at home`,
      fingerprintInput: expect.objectContaining({ length: 51 }) as unknown,
    });
    expect(parseSshPublicKey(`ssh-ed25519 ${ED25519}`)).toMatchObject({ line: `ssh-ed25519 ${ED25519}` });
  });
  it.each([
    ["ssh-rsa", rsa(2048)],
    ["ecdsa-sha2-nistp256", blob("ecdsa-sha2-nistp256", "nistp256", zeros(65))],
    ["sk-ssh-ed25519@openssh.com", blob("sk-ssh-ed25519@openssh.com", zeros(32), "ssh:")],
  ])("takes %s", (type, base64) => {
    expect(parseSshPublicKey(`${type} ${base64}`)).toMatchObject({ ok: true, type });
  });
  it.each([
    ["nothing", "  ", "ssh-key-empty"],
    ["a private key", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA", "ssh-key-private"],
    ["two lines", `ssh-ed25519 ${ED25519}\nssh-ed25519 ${ED25519}`, "ssh-key-malformed"],
    ["options before the key", `command="rm" ssh-ed25519 ${ED25519}`, "ssh-key-type"],
    ["a type that sshd has given up", `ssh-dss ${blob("ssh-dss", "x")}`, "ssh-key-type"],
    ["another type inside", `ssh-ed25519 ${rsa(2048)}`, "ssh-key-malformed"],
    ["a key that is cut", `ssh-ed25519 ${ED25519.slice(0, -4)}`, "ssh-key-malformed"],
    ["no base64", "ssh-ed25519 ???", "ssh-key-malformed"],
    ["no key at all", "ssh-ed25519", "ssh-key-malformed"],
    ["a short ed25519", `ssh-ed25519 ${blob("ssh-ed25519", zeros(16))}`, "ssh-key-malformed"],
    ["a weak RSA key", `ssh-rsa ${rsa(1024)}`, "ssh-key-weak"],
    ["a novel", `ssh-ed25519 ${ED25519} ${"x".repeat(20_000)}`, "ssh-key-malformed"],
  ])("refuses %s", (_, text, code) => {
    expect(parseSshPublicKey(text)).toEqual({ ok: false, code });
  });
});
