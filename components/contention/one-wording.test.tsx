import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { CONTENTION_WORDS } from "@/lib/cli/contention-words";
import en from "@/lib/i18n/messages/en.json";
import ko from "@/lib/i18n/messages/ko.json";
import { analyse } from "@/lib/domain/contention/report";
import { INCIDENT_NOW, incidentWorld, START } from "@/lib/domain/contention/test-incident";
import { reportMarkdown } from "./report-markdown";
import { CSV_TABLES, csvTable } from "./report-tables";
import { useReportWords } from "./use-report-words";
import type { ReportWords } from "./words";

const CHOICE = {
  ...{ namespaces: ["shop"], selector: "", fromMs: START, toMs: null, rollout: null },
  only: "all" as const,
};
const report = analyse(incidentWorld(), CHOICE, INCIDENT_NOW);
/** All that is written of an analysis. */
const written = (words: ReportWords) => [
  reportMarkdown(words, report, []),
  ...CSV_TABLES.map((table) => csvTable(words, report, table)),
];

/** What the page writes, with the words that its own hook gives it. */
function writtenByPage(locale: "en" | "ko", messages: typeof en): ReturnType<typeof written> {
  const seen: ReturnType<typeof written> = [];
  function Reader() {
    seen.push(...written(useReportWords()));
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      <Reader />
    </NextIntlClientProvider>,
  );
  return seen;
}

describe("page and command line", () => {
  it("write the same figures and the same words", () => {
    expect(writtenByPage("en", en)).toEqual(written(CONTENTION_WORDS));
  });
  it("have a Korean word for everything, and the same figures", () => {
    const [text] = writtenByPage("ko", ko as typeof en);
    expect(text).not.toContain("contention.");
    expect(text).toContain("파드 수로 예상한 것은 24회, 실제는 44회입니다.");
    const numbers = (of: unknown) => String(of).match(/^\| node-\d \| \d+ \| \d+ \| [\d.]+/gm);
    expect(numbers(text)).toEqual(numbers(written(CONTENTION_WORDS)[0]));
    expect(numbers(text)).toHaveLength(5);
  });
});
