export const LOCALES = ["en", "ko"] as const;
export type Locale = (typeof LOCALES)[number];
export const LOCALE_COOKIE = "curfew-locale";

/** The person's choice, else the first language of the browser that we speak, else English. */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  const chosen = LOCALES.find((locale) => locale === cookie);
  if (chosen) return chosen;
  for (const tag of preferred(acceptLanguage ?? "")) {
    const spoken = LOCALES.find((locale) => tag === locale || tag.startsWith(`${locale}-`));
    if (spoken) return spoken;
  }
  return "en";
}

/** Language tags of an Accept-Language header, most wanted first. */
function preferred(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", ...params] = part.trim().toLowerCase().split(";");
      const weight = params.map((param) => param.trim()).find((param) => param.startsWith("q="));
      return { tag: tag.trim(), weight: weight ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
