import { describe, expect, it } from "vitest";
import { hashToken, newPassword, newToken } from "./secrets";

/** Counts up from `first`, so that every byte value comes. */
function counting(first = 0) {
  let next = first;
  return (n: number) => Uint8Array.from({ length: n }, () => next++ % 256);
}

describe("newPassword", () => {
  it("has 16 characters that are read alike on every screen", () => {
    for (let first = 0; first < 256; first++) {
      expect(newPassword(counting(first))).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{16}$/);
    }
  });
  it("throws bytes away that would favour some characters", () => {
    const bytes = [255, 254, 0];
    expect(newPassword(() => Uint8Array.of(bytes.shift() ?? 1))).toMatch(/^ab+$/);
  });
});

describe("a session's token", () => {
  it("is 256 bits in base64url", () => {
    expect(newToken(counting())).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
  it("is stored as its SHA-256", () => {
    expect(hashToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
