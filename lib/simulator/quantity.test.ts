import { describe, expect, it } from "vitest";
import { addQuantities, formatQuantity, parseQuantity, quantityOf } from "./quantity";

describe("quantities", () => {
  it.each([
    ["0.5", "500m"],
    ["1000m", "1"],
    ["0.1m", "100u"],
    ["0.0000000001", "1n"],
    ["1.5Gi", "1536Mi"],
    ["0.1Gi", "107374182400m"],
    ["4096Mi", "4Gi"],
    ["1000000", "1M"],
    ["1000Ki", "1000Ki"],
    ["16381880Ki", "16381880Ki"],
    ["8Ei", "9223372036854775807"],
    ["1.", "1"],
    [".5", "500m"],
    ["-5Mi", "-5Mi"],
    ["1E", "1E"],
    ["1Ei", "1Ei"],
    ["1E3", "1e3"],
    ["12e6", "12e6"],
    ["1e19", "10e18"],
    ["3.001n", "4n"],
    ["0.5Ki", "512"],
    ["1.1Gi", "1181116006400m"],
    ["4G", "4G"],
    ["128974848000m", "128974848"],
    ["1025Mi", "1025Mi"],
    ["40960000Ki", "40000Mi"],
    ["2147483648m", "2147483648m"],
    ["0Gi", "0"],
  ])("prints %s as %s", (text, canonical) => {
    expect(formatQuantity(quantityOf(text))).toBe(canonical);
  });

  it.each([
    "",
    "1K",
    "1ki",
    "1mi",
    "1i",
    "1MB",
    "1GiB",
    "1 Gi",
    " 1",
    "1e",
    "1e1.5",
    "1e6k",
    "0x10",
    "1_000",
    "1,5",
  ])("refuses %j", (text) => expect(parseQuantity(text)).toBeNull());

  it("takes numbers, as custom resources can hold them", () => {
    expect(formatQuantity(quantityOf(1_073_741_824))).toBe("1073741824");
  });

  it("keeps the format of the first operand that is not zero", () => {
    expect(formatQuantity(addQuantities(quantityOf("0"), quantityOf("4Gi")))).toBe("4Gi");
    expect(formatQuantity(addQuantities(quantityOf("4392Mi"), quantityOf("35M")))).toBe("4640345792");
  });
});
