import { createParser } from "nuqs";

/** The entry that a page of the audit stands before. What is no number of an entry is left out, so that an old link opens. */
export const auditPage = createParser({
  parse: (text) => (/^\d{1,18}$/.test(text) ? text : null),
  serialize: (before: string) => before,
});
