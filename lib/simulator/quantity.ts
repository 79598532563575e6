/** Kubernetes quantities, exact to a nano-unit. */
export interface Quantity {
  nano: bigint;
  format: "binary" | "decimal" | "exponent";
}

const NANO = 1_000_000_000n;
const MAX_BINARY_NANO = (2n ** 63n - 1n) * NANO;
const DECIMAL: readonly (readonly [suffix: string, nano: bigint])[] = [
  ["E", 10n ** 27n],
  ["P", 10n ** 24n],
  ["T", 10n ** 21n],
  ["G", 10n ** 18n],
  ["M", 10n ** 15n],
  ["k", 10n ** 12n],
  ["", NANO],
  ["m", 10n ** 6n],
  ["u", 10n ** 3n],
  ["n", 1n],
];
const BINARY: readonly (readonly [suffix: string, unit: bigint])[] = [
  ["Ei", 2n ** 60n],
  ["Pi", 2n ** 50n],
  ["Ti", 2n ** 40n],
  ["Gi", 2n ** 30n],
  ["Mi", 2n ** 20n],
  ["Ki", 2n ** 10n],
];
/** Longer texts and larger exponents are no amounts of anything, and reckoning with them would take for ever. */
const LONGEST_TEXT = 1_000;
const LARGEST_EXPONENT = 100;
const PATTERN = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]?|[eE][+-]?\d+)$/;

/**
 * Reads a quantity as the API server does; null where it would refuse the text.
 * Finer than a nano-unit rounds away from zero; a binary value is capped at 2^63-1.
 */
export function parseQuantity(text: string | number): Quantity | null {
  const match = String(text).length <= LONGEST_TEXT ? PATTERN.exec(String(text)) : null;
  if (!match) return null;
  const [, sign, digits = "0", suffix = ""] = match;
  const [whole = "0", fraction = ""] = digits.split(".");
  const mantissa = BigInt(`${whole}${fraction}` || "0");
  const binaryUnit = BINARY.find(([name]) => name === suffix)?.[1];
  const decimalUnit = DECIMAL.find(([name]) => name === suffix)?.[1];
  const exponent = decimalUnit === undefined && binaryUnit === undefined ? Number(suffix.slice(1)) : 0;
  if (Math.abs(exponent) > LARGEST_EXPONENT) return null;
  const unit = binaryUnit === undefined ? (decimalUnit ?? NANO) : binaryUnit * NANO;
  let numerator = mantissa * unit * 10n ** BigInt(Math.max(exponent, 0));
  const denominator = 10n ** BigInt(fraction.length + Math.max(-exponent, 0));
  numerator = (numerator + denominator - 1n) / denominator;
  if (binaryUnit !== undefined && numerator > MAX_BINARY_NANO) numerator = MAX_BINARY_NANO;
  const format = binaryUnit !== undefined ? "binary" : exponentOf(suffix) ? "exponent" : "decimal";
  return { nano: sign === "-" ? -numerator : numerator, format };
}

/** Like parseQuantity, with 0 for what is missing or refused: for sums over objects that passed validation. */
export function quantityOf(text: string | number | undefined): Quantity {
  return (text === undefined ? null : parseQuantity(text)) ?? { nano: 0n, format: "decimal" };
}

/** a + b; the format is that of the first operand that is not zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return { nano: a.nano + b.nano, format: a.nano === 0n ? b.format : a.format };
}

export function maxQuantity(a: Quantity, b: Quantity): Quantity {
  return b.nano > a.nano ? b : a;
}

/** The canonical spelling: no fraction, and the largest suffix that keeps the value exact. */
export function formatQuantity({ nano, format }: Quantity): string {
  if (nano === 0n) return "0";
  const magnitude = nano < 0n ? -nano : nano;
  const sign = nano < 0n ? "-" : "";
  if (format === "binary" && magnitude % NANO === 0n && magnitude >= 1024n * NANO) {
    const value = magnitude / NANO;
    const unit = BINARY.find(([, size]) => value % size === 0n);
    return unit ? `${sign}${value / unit[1]}${unit[0]}` : `${sign}${value}`;
  }
  const [suffix, size] = DECIMAL.find(([, unit]) => magnitude % unit === 0n) ?? ["n", 1n];
  if (format !== "exponent") return `${sign}${magnitude / size}${suffix}`;
  const power = (size.toString().length - 1 - 9).toString();
  return power === "0" ? `${sign}${magnitude / size}` : `${sign}${magnitude / size}e${power}`;
}

function exponentOf(suffix: string): boolean {
  return /^[eE][+-]?\d/.test(suffix);
}
