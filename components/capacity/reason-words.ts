import { measureOf } from "@/lib/domain/capacity/measure";
import { isValid, parseQuantity } from "@/lib/domain/capacity/quantity";
import type { Reason } from "@/lib/domain/reason";
import { limitedText, quotaKeyText } from "./quota-words";
import { amountText, type CapacityWords } from "./words";

type Params = NonNullable<Reason["params"]>;

/**
 * The parameters of a reason with a quota's key and amounts as the capacity page writes them: "requested memory" and
 * "4.3 GiB" for requests.memory and 4640345792. What is no key or quantity, in an old row too, stays as it is.
 */
export function reasonParams(words: CapacityWords, { code, params = {} }: Reason): Params {
  const { key, keys } = params;
  if (code === "quota-must-specify" && typeof keys === "string") return { ...params, keys: keysText(keys) };
  if ((code !== "quota-exceeded" && code !== "limit-range") || typeof key !== "string") return params;
  const amount = (text: Params[string] | undefined) => {
    if (typeof text !== "string" || !isValid(parseQuantity(text))) return text ?? null;
    return amountText(words, text, code === "limit-range" ? limitMeasure(key) : measureOf(key));
  };
  return {
    ...params,
    key: code === "limit-range" ? limitedText(words, key) : quotaKeyText(words, key),
    ...{ requested: amount(params.requested), used: amount(params.used), hard: amount(params.hard) },
  };
}

/** A LimitRange has "storage" for what a quota has "requests.storage" for. */
function limitMeasure(key: string) {
  return key === "storage" ? "bytes" : measureOf(key);
}

/** "limits.cpu for: app; limits.memory for: app": the names of what is missing, as one has to write them. */
function keysText(keys: string): string {
  return keys
    .split(";")
    .map((each) => each.replace(/ for: .*$/s, "").trim())
    .join(", ");
}
