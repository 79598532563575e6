/** A NUL, or half of a character that takes two units of UTF-16: PostgreSQL stores neither, as text or as jsonb. */
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

export function isStorable(text: string): boolean {
  return text.search(UNSTORABLE) === -1;
}

/** The same text with U+FFFD for whatever cannot be stored. */
export function storableText(text: string): string {
  return text.replace(UNSTORABLE, "\uFFFD");
}
