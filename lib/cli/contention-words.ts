import type { ReportWords } from "@/components/contention/words";
import { wordsOf } from "./translate";

const GIB = 1024 ** 3;
const PERCENT = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });
const BASE = wordsOf("contention");

/** The report's words on the command line: those of the page, in English. */
export const CONTENTION_WORDS: ReportWords = {
  ...BASE,
  percent: (share) => PERCENT.format(share),
  bytes: (value) => `${BASE.number(value / GIB, 1)} GiB`,
};
