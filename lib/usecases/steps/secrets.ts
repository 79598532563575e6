import { createHash } from "node:crypto";

/** No 0/O, 1/l/I: it is read from one screen and typed at another. */
const READABLE = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const PASSWORD_LENGTH = 16;

/** A random password of 16 characters (93 bits), shown once and kept nowhere in clear. */
export function newPassword(random: (n: number) => Uint8Array): string {
  const fairBelow = 256 - (256 % READABLE.length);
  let password = "";
  while (password.length < PASSWORD_LENGTH) {
    const byte = random(1)[0];
    if (byte === undefined) throw new RangeError("random(1) gave no byte");
    if (byte < fairBelow) password += READABLE.charAt(byte % READABLE.length);
  }
  return password;
}

/** A session's own token: 256 random bits. Only its hash is stored. */
export function newToken(random: (n: number) => Uint8Array): string {
  return Buffer.from(random(32)).toString("base64url");
}

/** A random token of 256 bits needs no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
