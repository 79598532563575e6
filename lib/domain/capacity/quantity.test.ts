import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isValid, NANO, parseQuantity, quantityOf, quantityText } from "./quantity";

const nanoOf = (text: string): bigint | null => {
  const read = parseQuantity(text);
  return isValid(read) ? read.nano : null;
};
const GI = 2n ** 30n;

describe("parseQuantity", () => {
  it.each<[string, bigint]>([
    ["0", 0n],
    ["1", NANO],
    ["+1", NANO],
    ["-1", -NANO],
    ["05", 5n * NANO],
    ["007m", 7_000_000n],
    ["0.5", 500_000_000n],
    [".5", 500_000_000n],
    ["1.", NANO],
    ["1.G", 10n ** 18n],
    [".", 0n],
    ["-", 0n],
    ["-0", 0n],
    ["0Gi", 0n],
    ["500m", 500_000_000n],
    ["1000m", NANO],
    ["0.1m", 100_000n],
    ["1n", 1n],
    ["1u", 1000n],
    ["3.001n", 4n],
    ["-3.001n", -4n],
    ["0.0000000001", 1n],
    ["-0.0000000001", -1n],
    ["1k", 1000n * NANO],
    ["1M", 10n ** 15n],
    ["4G", 4n * 10n ** 18n],
    ["1T", 10n ** 21n],
    ["1P", 10n ** 24n],
    ["1E", 10n ** 27n],
    ["10E", 10n ** 28n],
    ["1Ki", 1024n * NANO],
    ["0.5Ki", 512n * NANO],
    ["1.5Gi", 1_610_612_736n * NANO],
    ["0.1Gi", 107_374_182_400_000_000n],
    ["1.1Gi", 1_181_116_006_400_000_000n],
    ["4096Mi", 4n * GI * NANO],
    ["+5Mi", 5_242_880n * NANO],
    ["-5Mi", -5_242_880n * NANO],
    ["1Ti", 2n ** 40n * NANO],
    ["1Pi", 2n ** 50n * NANO],
    ["1Ei", 2n ** 60n * NANO],
    ["8Ei", (2n ** 63n - 1n) * NANO],
    ["-9Ei", -(2n ** 63n - 1n) * NANO],
    ["16381880Ki", 16_775_045_120n * NANO],
    ["1E3", 1000n * NANO],
    ["1e3", 1000n * NANO],
    ["1e+3", 1000n * NANO],
    ["12e6", 12_000_000n * NANO],
    ["1e19", 10n ** 28n],
    ["1e-3", 1_000_000n],
    ["1E-9", 1n],
    ["1e-12", 1n],
    ["128974848000m", 128_974_848n * NANO],
    ["2147483648m", 2_147_483_648_000_000n],
  ])("reads %s", (text, nano) => expect(nanoOf(text)).toBe(nano));

  it.each([
    ...["", " ", " 1", "1 ", "1 Gi", "1K", "1ki", "1mi", "1gi", "1i", "1MB", "1GiB", "1B", "1e", "1e1.5"],
    ...["1e6k", "0x10", "1_000", "1,5", "1..5", "--1", "+-1", "1-", "abc", "NaN", "Infinity", "1m5", "1Zi"],
    ...["½", "１", "1e401", "1e-99999", "9".repeat(257)],
  ])("does not take %j for an amount", (text) => expect(parseQuantity(text)).toEqual({ invalid: text }));

  it("reads any decimal as exactly what it says", () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), (nano) => nanoOf(quantityText(nano)) === nano),
    );
  });
  it("finds a binary amount and its bytes equal", () => {
    fc.assert(
      fc.property(fc.nat(8_000_000), (mib) => nanoOf(`${mib}Mi`) === nanoOf(String(BigInt(mib) * 2n ** 20n))),
    );
  });
  it("never reads less than was written", () => {
    const digits = fc.stringMatching(/^\d{1,20}$/);
    fc.assert(
      fc.property(digits, digits, (whole, fraction) => {
        const nano = nanoOf(`${whole}.${fraction}`) ?? -1n;
        const atto = BigInt(whole) * 10n ** 20n + BigInt(fraction.padEnd(20, "0"));
        return nano * 10n ** 11n >= atto && (nano - 1n) * 10n ** 11n < atto;
      }),
    );
  });
  it("never throws, whatever the text", () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => parseQuantity(text) !== undefined));
  });
});

describe("quantityOf", () => {
  it.each<[unknown, bigint]>([
    [" 4Gi\n", 4n * GI * NANO],
    [2, 2n * NANO],
    [0.1, 100_000_000n],
    [1e21, 10n ** 30n],
    [1e-7, 100n],
  ])("takes %j from JSON", (value, nano) => expect(quantityOf(value)).toEqual({ nano }));
  it.each([[null], [true], [{}], [[]], [undefined], [Number.NaN]])("shows %j as what it is", (value) =>
    expect(quantityOf(value)).toHaveProperty("invalid"),
  );
});

describe("quantityText", () => {
  it.each([
    [0n, "0"],
    [4_640_345_792n * NANO, "4640345792"],
    [205_000_000n, "205m"],
    [1000n, "1u"],
    [-1n, "-1n"],
  ])("writes %d", (nano, text) => expect(quantityText(nano)).toBe(text));
});
