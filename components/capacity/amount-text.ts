"use client";
import { useLocale, useTranslations } from "next-intl";
import { humanAmount, type Measure, toNumber } from "@/lib/domain/capacity/measure";
import { isValid, parseQuantity } from "@/lib/domain/capacity/quantity";

/** An exact amount as it came over the wire, in the unit that people use: 4.3 GiB, 1.64 CPU, 8. */
export function useAmount(): (amount: string | null, measure: Measure) => string {
  const locale = useLocale();
  const app = useTranslations("app");
  return (amount, measure) => {
    const read = amount === null ? null : parseQuantity(amount);
    if (read === null || !isValid(read)) return app("unmeasured");
    const human = humanAmount(read.nano, measure);
    const digits = measure === "cores" ? 2 : 1;
    const number = new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(human.amount);
    const unit = measure === "cores" ? "CPU" : human.unit;
    return unit === "" ? number : `${number} ${unit}`;
  };
}

/** The nearest number to draw with; null where it was not measured. */
export function numberOf(amount: string | null): number | null {
  const read = amount === null ? null : parseQuantity(amount);
  return read !== null && isValid(read) ? toNumber(read.nano) : null;
}
