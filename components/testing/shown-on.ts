/** What is left out on each: the classes of Tailwind that the tables use for it. */
const HIDDEN = { wide: /(?<![\w-])sm:hidden/, phone: /max-sm:hidden/ } as const;

/** The words of drawn HTML as they stand on a wide screen or on a phone. */
export function shownOn(screen: keyof typeof HIDDEN, html: string): string {
  let words = "";
  let depth = 0;
  for (const part of html.split(/(<[^>]+>)/)) {
    const isTag = part.startsWith("<");
    if (isTag && !part.endsWith("/>")) {
      if (part.startsWith("</")) depth = Math.max(0, depth - 1);
      else if (depth > 0 || HIDDEN[screen].test(part)) depth += 1;
    }
    if (depth === 0) words += isTag ? " " : part;
  }
  return words.replaceAll(/\s+/g, " ");
}
