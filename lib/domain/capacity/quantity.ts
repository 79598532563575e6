/** An amount in billionths of its unit (a core, a byte, one object), exact. */
export type Nano = bigint;

/** What a quantity of the cluster says. Text that is none stays what it is and is shown: it is never taken for 0. */
export type Quantity = { readonly nano: Nano } | { readonly invalid: string };

export const NANO = 1_000_000_000n;
const CAP = (2n ** 63n - 1n) * NANO;
/** Beyond these a text is no quantity that anybody means, and would cost memory to hold. */
const LONGEST_TEXT = 256;
const LARGEST_EXPONENT = 400;

const GRAMMAR = /^([+-]?)(\d*)(?:\.(\d*))?(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;
const DECIMAL: Readonly<Record<string, number>> = {
  ...{ n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 },
};
const BINARY: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n };

/**
 * Reads a quantity as Kubernetes' `resource.ParseQuantity` does: `[sign] digits[.digits] [suffix]` with n u m k M G T P
 * E, Ki to Ei, or a decimal exponent. Finer than a billionth rounds away from 0; binary amounts are capped at 2^63-1.
 * As there, digits may be missing ("." and "-" are 0), but the text may not be empty.
 */
export function parseQuantity(text: string): Quantity {
  const match = text === "" || text.length > LONGEST_TEXT ? null : GRAMMAR.exec(text);
  if (!match) return { invalid: text };
  const [, sign = "", whole = "", fraction = "", suffix = ""] = match;
  const digits = BigInt(whole + fraction || "0");
  const magnitude = magnitudeOf(digits, fraction.length, suffix);
  if (magnitude === null) return { invalid: text };
  return { nano: sign === "-" ? -magnitude : magnitude };
}

/** A quantity as it stands in JSON: text (spaces around it do not count) or a number. Anything else is invalid. */
export function quantityOf(value: unknown): Quantity {
  if (typeof value === "string") return parseQuantity(value.trim());
  if (typeof value === "number" && Number.isFinite(value)) return parseQuantity(String(value));
  return { invalid: JSON.stringify(value) ?? String(value) };
}

export function isValid(quantity: Quantity): quantity is { readonly nano: Nano } {
  return "nano" in quantity;
}

/** The exact amount as text that `parseQuantity` reads back: "4640345792", "205m", "-1n". */
export function quantityText(nano: Nano): string {
  const steps = [
    [NANO, ""],
    [1_000_000n, "m"],
    [1000n, "u"],
  ] as const;
  for (const [step, suffix] of steps) if (nano % step === 0n) return `${nano / step}${suffix}`;
  return `${nano}n`;
}

/** null: an exponent that no amount has. */
function magnitudeOf(digits: bigint, places: number, suffix: string): Nano | null {
  const bits = BINARY[suffix];
  if (bits !== undefined) {
    const capped = ceilDiv(digits * 2n ** bits * NANO, 10n ** BigInt(places));
    return capped > CAP ? CAP : capped;
  }
  const exponent = /^[eE][+-]?\d/.test(suffix) ? Number(suffix.slice(1)) : (DECIMAL[suffix] ?? 0);
  if (Math.abs(exponent) > LARGEST_EXPONENT) return null;
  const scale = exponent + 9 - places;
  return scale >= 0 ? digits * 10n ** BigInt(scale) : ceilDiv(digits, 10n ** BigInt(-scale));
}

/** Both 0 or more. */
function ceilDiv(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}
