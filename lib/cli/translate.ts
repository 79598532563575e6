import { createTranslator } from "next-intl";
import messages from "@/lib/i18n/messages/en.json";

type Values = Record<string, string | number>;
type Translate = ((key: string, values?: Values) => string) & { has(key: string): boolean };

/** The words of the screen, in English: an operator's terminal and the page say the same. */
export const translate = createTranslator({
  locale: "en",
  messages,
  timeZone: "UTC",
}) as unknown as Translate;
