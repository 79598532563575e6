import { toNumber } from "@/lib/domain/capacity/measure";
import { isValid, parseQuantity } from "@/lib/domain/capacity/quantity";

/** The nearest number to draw with; null where it was not measured. */
export function numberOf(amount: string | null): number | null {
  const read = amount === null ? null : parseQuantity(amount);
  return read !== null && isValid(read) ? toNumber(read.nano) : null;
}
