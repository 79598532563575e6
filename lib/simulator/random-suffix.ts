const NAME_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

/** Five letters as the API server appends them to a generateName. */
export function randomSuffix(): string {
  const letters = Array.from({ length: 5 }, () =>
    NAME_LETTERS.charAt(Math.floor(Math.random() * NAME_LETTERS.length)),
  );
  return letters.join("");
}
