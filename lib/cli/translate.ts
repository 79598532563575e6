import { createTranslator } from "next-intl";
import type { Words } from "@/components/ui/use-words";
import messages from "@/lib/i18n/messages/en.json";

type Values = Record<string, string | number>;
type Translate = ((key: string, values?: Values) => string) & { has(key: string): boolean };

/** The words of the screen, in English: an operator's terminal and the page say the same. */
export const translate = createTranslator({
  locale: "en",
  messages,
  timeZone: "UTC",
}) as unknown as Translate;

/** The same of one part of the screen, for what words its answer. */
export function wordsOf(part: string): Words {
  return {
    say: (key, values) => translate(`${part}.${key}`, values),
    number: (value, digits = 0) =>
      new Intl.NumberFormat("en", { maximumFractionDigits: digits }).format(value),
    unmeasured: translate("app.unmeasured"),
  };
}
