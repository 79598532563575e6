import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { chooseLocale, LOCALE_COOKIE } from "./locales";
import en from "./messages/en.json";
import ko from "./messages/ko.json";

const MESSAGES = { en, ko };

/** No locale in the path. Times are worded in the browser, in its own zone; UTC here only keeps the server quiet. */
export default getRequestConfig(async () => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = chooseLocale(jar.get(LOCALE_COOKIE)?.value, head.get("accept-language"));
  return { locale, messages: MESSAGES[locale], timeZone: "UTC" };
});
