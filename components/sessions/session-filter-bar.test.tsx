import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import en from "@/lib/i18n/messages/en.json";
import ko from "@/lib/i18n/messages/ko.json";
import { OneStudent } from "./session-filter-bar";

function words(name: string | null, locale: "en" | "ko"): string {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={locale === "en" ? en : ko} timeZone="UTC">
      <OneStudent name={name} onClear={() => undefined} />
    </NextIntlClientProvider>,
  );
  return html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

describe("the mark of a list that is one student's alone", () => {
  it("says whose, and that it can be undone", () => {
    expect(words("Mina", "en")).toBe("Only Mina Show every student");
    expect(words("박미나", "ko")).toBe("박미나 님만 모든 학생 보기");
  });

  it("is there as well where the list is empty and tells no name", () => {
    expect(words(null, "en")).toBe("Only one student Show every student");
  });
});
